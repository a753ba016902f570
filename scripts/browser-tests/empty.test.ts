import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSampleRegistry } from './sample-registry.ts';
import { expectSound, type Visitor, visitor } from './visitor.fixture.ts';

let world: Visitor;

beforeAll(async () => {
  world = await visitor(() => startSampleRegistry({ records: [] }));
});

afterAll(() => world.close());

test.each(['/', '/browse/', '/browse/?sort=name', '/changes/', '/status/'])(
  'says on %s of an empty registry how to add the first API',
  async place => {
    await world.visit(place, async page => {
      await expectSound(page);
      const text = page.locator('main').getByText('No API is listed yet. List your API.');
      await text.first().waitFor();
      expect(await text.first().getByRole('link', { name: 'List your API' }).getAttribute('href')).toBe('/publish/');
    });
  },
);

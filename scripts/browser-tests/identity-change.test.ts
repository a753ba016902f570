import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { createExamplePublisher, type ExamplePublisher } from '../example-publisher/publisher.ts';
import { startSampleRegistry } from './sample-registry.ts';
import { expectSound, type Visitor, visitor } from './visitor.fixture.ts';

let world: Visitor;
let publisher: ExamplePublisher;

/** The manifest of the former owner of the domain shares nothing with today's manifest of the origin. */
beforeAll(async () => {
  publisher = await createExamplePublisher();
  const manifest = await (await fetch(publisher.origin + MANIFEST_PATH)).json();
  const former = {
    ...manifest,
    name: 'Harbor Tides',
    contact: { email: 'tides@example.org' },
    homepage: 'https://tides.example.org',
    endpoints: [{ ...manifest.endpoints[0], path: '/v0/tides' }],
  };
  world = await visitor(() => startSampleRegistry({ records: [sampleRecord(publisher.origin, former)] }));
});

afterAll(async () => {
  await world.close();
  await publisher.close();
});

test('the page of an API whose domain was resold says that it may have a new operator', async () => {
  const page = `/apis/${new URL(publisher.origin).host.replace(':', '_')}/`;
  const notice = 'may have a new operator';
  await world.visit(page, async tab => {
    expect(await tab.getByText(notice).count()).toBe(0);
    const submitted = await fetch(`${world.address}/listings/submit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: publisher.origin }),
    });
    expect(submitted.status).toBe(202);
    await tab.goto(world.address + page);
    const isShown = async () => {
      // A page stays in the cache of the browser for a minute, except if it is reloaded.
      await tab.reload();
      return tab.getByText(notice).first().isVisible();
    };
    await expect.poll(isShown, { interval: 500, timeout: 150_000 }).toBe(true);
    await expectSound(tab);
  });
});

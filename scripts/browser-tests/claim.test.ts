import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { DEFAULT_BEHAVIOR } from '../example-publisher/behavior.ts';
import { createExampleManifest } from '../example-publisher/example-manifest.ts';
import { createExamplePublisher, type ExamplePublisher } from '../example-publisher/publisher.ts';
import { startSampleRegistry } from './sample-registry.ts';
import { expectSound, type Visitor, visitor } from './visitor.fixture.ts';

let world: Visitor;
let publishers: readonly ExamplePublisher[];

beforeAll(async () => {
  const create = () => createExamplePublisher({ behavior: { manifestFailure: 'missing' } });
  publishers = [await create(), await create()];
  const source = { type: 'documentation', documentation_url: 'https://example.com/docs' } as const;
  const records = publishers.map(({ origin }) =>
    sampleRecord(origin, {}, { source, manifest: createExampleManifest(origin, DEFAULT_BEHAVIOR) }),
  );
  world = await visitor(() => startSampleRegistry({ records }));
});

afterAll(async () => {
  await world.close();
  await Promise.all(publishers.map(publisher => publisher.close()));
});

test.each([
  [0, 'a desktop', {}],
  [1, 'a phone', { viewport: { width: 375, height: 740 }, hasTouch: true }],
])('publisher %i claims a listing from its page on %s', async (at, _, device) => {
  const publisher = publishers[at] as ExamplePublisher;
  const id = new URL(publisher.origin).host.replace(':', '_');
  await world.visit(
    `/apis/${id}/`,
    async page => {
      const owner = page.locator('.owner');
      await expectSound(page);
      const downloading = page.waitForEvent('download');
      await owner.getByRole('link', { name: 'Download the manifest' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('api-manifest.json');
      const manifest = JSON.parse(await readFile(await download.path(), 'utf8'));
      publisher.set({ manifestFailure: 'none', rewrite: () => manifest });

      await owner.getByRole('link', { name: 'Check and submit' }).click();
      await page.waitForURL(/\/publish\//);
      await expect.poll(() => page.getByLabel('API URL').inputValue()).toBe(publisher.origin);
      await page.getByRole('button', { name: 'List it' }).click();
      await page.locator('.verdict-good').getByText('The publisher’s manifest replaces').waitFor();
      await expectSound(page);

      await page.goto(`${world.address}/apis/${id}/`);
      const isVerified = async () => {
        // Not a reload: browsers revalidate pages.
        await page.goto(`${world.address}/apis/${id}/`);
        return (await page.locator('.listing-title .status-verified').count()) === 1;
      };
      await expect.poll(isVerified, { interval: 500, timeout: 150_000 }).toBe(true);
      expect(await owner.getByRole('link', { name: 'Download the manifest' }).count()).toBe(0);
      await page.locator('#source').getByText('Publisher.', { exact: false }).first().waitFor();
      await expectSound(page);
    },
    device,
  );
});

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { DEFAULT_BEHAVIOR } from '../example-publisher/behavior.ts';
import { createExampleManifest } from '../example-publisher/example-manifest.ts';
import { createExamplePublisher, type ExamplePublisher } from '../example-publisher/publisher.ts';
import { startSampleRegistry } from './sample-registry.ts';
import { expectSound, type Visitor, visitor } from './visitor.fixture.ts';

let world: Visitor;
let publisher: ExamplePublisher;

beforeAll(async () => {
  publisher = await createExamplePublisher({ behavior: { manifestFailure: 'missing' } });
  const manifest = createExampleManifest(publisher.origin, DEFAULT_BEHAVIOR);
  const source = { type: 'documentation', documentation_url: 'https://example.com/docs' } as const;
  world = await visitor(() => startSampleRegistry([sampleRecord(publisher.origin, {}, { source, manifest })]));
}, 120_000);

afterAll(async () => {
  await world.close();
  await publisher.close();
});

test('a publisher claims a listing from its page', async () => {
  const id = new URL(publisher.origin).host.replace(':', '_');
  await world.visit(`/apis/${id}/`, async page => {
    const owner = page.locator('.owner');
    await expectSound(page);
    const downloading = page.waitForEvent('download');
    await owner.getByRole('link', { name: 'Download the manifest' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('api-manifest.json');
    const manifest = JSON.parse(await readFile(await download.path(), 'utf8'));
    publisher.set({ manifestFailure: 'none', rewrite: () => manifest });

    await owner.getByRole('link', { name: 'Check and submit' }).click();
    await page.waitForURL(/\/submit\//);
    expect(await page.getByLabel('API URL').inputValue()).toBe(publisher.origin);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.locator('.verdict-good').getByText('The publisher’s manifest replaces').waitFor();
    await expectSound(page);

    const isVerified = async () => {
      await page.goto(`${world.address}/apis/${id}/`);
      return (await page.locator('.listing-title .status-verified').count()) === 1;
    };
    await expect.poll(isVerified, { timeout: 120_000, interval: 500 }).toBe(true);
    expect(await owner.getByRole('link', { name: 'Download the manifest' }).count()).toBe(0);
    await page.locator('#source').getByText('Publisher.', { exact: false }).first().waitFor();
    await expectSound(page);
  });
}, 180_000);

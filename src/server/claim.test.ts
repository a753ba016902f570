import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { sampleRecord } from '#listing/listing.fixture.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { DEFAULT_BEHAVIOR } from '#scripts/example-publisher/behavior.ts';
import { createExampleManifest } from '#scripts/example-publisher/example-manifest.ts';
import { createExamplePublisher, type ExamplePublisher } from '#scripts/example-publisher/publisher.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { freePort } from './http/ports.ts';
import { type RunningRegistry, runRegistry } from './run-registry.ts';

const CREATED_AT = '2026-10-01T00:00:00Z';

let folder: string;
let registry: RunningRegistry;
let publisher: ExamplePublisher;

beforeAll(async () => {
  folder = await makeTemporaryFolder('registry-claim-');
  publisher = await createExamplePublisher({ behavior: { manifestFailure: 'missing' } });
  const manifest = createExampleManifest(publisher.origin, DEFAULT_BEHAVIOR);
  const source = { type: 'documentation', documentation_url: 'https://example.com/docs' } as const;
  const changes = { source, manifest, created_at: CREATED_AT, updated_at: CREATED_AT };
  await writeRecord(path.join(folder, 'registry'), sampleRecord(publisher.origin, {}, changes));
  const settings = {
    REVALIDATE: 'off',
    SELF_LISTING: 'off',
    PORT: String(await freePort('127.0.0.1')),
    DATA_DIR: path.join(folder, 'data'),
    REGISTRY_DIR: path.join(folder, 'registry'),
  };
  registry = await runRegistry(loadConfig(settings), false);
});

afterAll(async () => {
  await registry.close();
  await publisher.close();
  await removeFolder(folder);
});

test('a publisher claims a documented listing with the manifest that the listing offers', async () => {
  const id = new URL(publisher.origin).host.replace(':', '_');
  const self = `${registry.address}/listings/${id}`;
  const before = await getData(self);
  expect(before).toMatchObject({ status: 'unverified', source: 'documentation', created_at: CREATED_AT });
  expect(before.claim.serve_at).toBe(publisher.origin + MANIFEST_PATH);

  const file = await fetch(before.claim.manifest);
  expect(file.headers.get('Content-Type')).toBe('application/json');
  const manifest = await file.json();
  expect(manifest).toEqual(before.manifest);
  publisher.set({ manifestFailure: 'none', rewrite: () => manifest });

  const page = new URL(before.claim.submit);
  expect(page.origin + page.pathname).toBe(`${registry.address}/publish/`);
  expect(await submit(page.searchParams.get('url') ?? '')).toMatchObject({ status: 'approved', outcome: 'claimed' });

  const after = await getData(self);
  expect(after).toMatchObject({
    status: 'verified',
    source: 'publisher',
    created_at: CREATED_AT,
    claim: null,
    basis: null,
    manifest,
    observed: { responding: true },
  });
  expect(after.links.manifest).toBe(before.claim.serve_at);
  const kinds = (await getData(`${self}/history`)).entries.map((entry: { kind: string }) => entry.kind);
  expect(kinds).toEqual(expect.arrayContaining(['listed', 'claimed', 'verified']));
  expect(await (await fetch(`${self}/manifest.json`)).json()).toEqual(manifest);
});

test('the manifest of each documented listing of the registry passes validation', async () => {
  const files = await readdir('registry/listings', { recursive: true });
  const failed: string[] = [];
  for (const file of files.filter(each => each.endsWith('.json'))) {
    const record = JSON.parse(await readFile(path.join('registry/listings', file), 'utf8')) as ListingRecord;
    const { passed } = reportOnManifest({ text: `${JSON.stringify(record.manifest, null, 2)}\n` }, Date.now());
    if (!passed) failed.push(record.id);
  }
  expect(files.length).toBeGreaterThan(100);
  expect(failed).toEqual([]);
});

async function getData(url: string) {
  return (await (await fetch(url)).json()).data;
}

async function submit(url: string) {
  const response = await fetch(`${registry.address}/listings/submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  expect(response.status).toBe(202);
  const { status_url } = (await response.json()).data;
  await expect.poll(async () => (await getData(status_url)).status).toMatch(/approved|rejected/);
  return getData(status_url);
}

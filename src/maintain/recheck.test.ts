import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import type { Manifest03 } from '#manifest/manifest.ts';
import { DEFAULT_BEHAVIOR } from '#scripts/example-publisher/behavior.ts';
import { createExampleManifest } from '#scripts/example-publisher/example-manifest.ts';
import { createExamplePublisher, type ExamplePublisher } from '#scripts/example-publisher/publisher.ts';
import { readObservation, writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { run } from '#submission/git/git.ts';
import { openLocalRegistry } from '#submission/local/local-registry.ts';
import type { MaintainedRegistry } from './maintained-registry.ts';
import { recheck } from './recheck.ts';
import { loadSetup } from './revalidation-setup.ts';

const DAY = 86_400_000;
const source = { type: 'documentation', documentation_url: 'https://example.com/docs' } as const;
let folder: string;
let publisher: ExamplePublisher;

beforeEach(async () => {
  folder = await makeTemporaryFolder('recheck-');
  await run(['init', '--quiet', folder]);
  publisher = await createExamplePublisher({ behavior: { manifestFailure: 'missing' } });
});
afterEach(async () => {
  await publisher.close();
  await removeFolder(folder);
});

const at = (name: string) => path.join(folder, name);

/** Creates a local registry with a listing from documentation. Returns its id, and `recheck` of that listing. */
async function listDocumented(change: (manifest: Manifest03) => Partial<Manifest03> = () => ({})) {
  const manifest = createExampleManifest(publisher.origin, DEFAULT_BEHAVIOR);
  const record = sampleRecord(publisher.origin, {}, { source, manifest: { ...manifest, ...change(manifest) } });
  await writeRecord(at('seed'), record);
  const none = () => undefined;
  const verify = () => new Promise<never>(none);
  const options = { dataDir: at('data'), registryDir: at('seed'), local: true, verify };
  await (await openLocalRegistry({ ...options, onListing: none, onBroken: none, onFault: console.error })).close();
  const setup = await loadSetup({ DATA_DIR: at('data'), REGISTRY_DIR: at('seed') }, false);
  const write = () => Promise.reject(new Error('A recheck writes no files.'));
  const check = (settings: Partial<MaintainedRegistry['setup']>, now = Date.now()) =>
    recheck({ setup: { ...setup, ...settings }, now, write }, { verb: 'recheck', subject: record.id, reason: '' });
  return { id: record.id, check };
}

test('probes a listing from documentation in a public registry, at most once a day', async () => {
  const { id, check } = await listDocumented();
  const isPublic = { watchesDocumentation: true };
  expect(await check(isPublic)).toMatch(new RegExp(`^\\d of \\d probed endpoints of ${id} respond\\.`));
  expect(await readObservation(at('data/observations'), id)).toMatchObject({
    value: { verified_at: null, badges: [], observed: { responding: true } },
  });
  const requests = publisher.requests.length;
  await expect(check(isPublic)).rejects.toThrow(/at most once a day\. Retry after \d{4}-/);
  expect(publisher.requests.length).toBe(requests);
  expect(await check(isPublic, Date.now() + DAY + 60_000)).toMatch(/probed endpoints/);
});

test('keeps the results of another recheck at the same time', async () => {
  const { id, check } = await listDocumented();
  const results = at('data/revalidation/recheck/results-1-of-1.ndjson');
  await mkdir(path.dirname(results), { recursive: true });
  await writeFile(results, '{}');
  await check({ watchesDocumentation: true });
  expect(await readObservation(at('data/observations'), id)).toMatchObject({
    value: { observed: { responding: true } },
  });
  expect(await readFile(results, 'utf8')).toBe('{}');
});

test('does not probe a listing from documentation in a registry without a public URL', async () => {
  const { check } = await listDocumented();
  await expect(check({ watchesDocumentation: false })).rejects.toThrow(/Set REGISTRY_URL to the https URL/);
});

test('rejects a listing from documentation whose endpoints cannot be probed without a guess', async () => {
  const { check } = await listDocumented(({ endpoints }) => ({
    endpoints: endpoints.slice(0, 1).map(endpoint => ({
      ...endpoint,
      path: '/v1/things/{thing}',
      parameters: [{ name: 'thing', type: 'string', required: true, description: 'The id of the thing.' }],
    })),
  }));
  await expect(check({ watchesDocumentation: true })).rejects.toThrow(/No endpoint of it can be probed/);
});

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestHarness, type TestHarness } from 'wrangler';
import { fillDatabase } from '#build/d1/fill-database.ts';
import type { Database } from '#query/engines/d1/database.ts';
import { MAX_RANKED } from '#query/engines/d1/search.ts';
import type { DatabaseSync } from '#query/engines/d1/sync.ts';
import { randomSearch, randomSearchQuery } from '#query/engines/random-queries.fixture.ts';
import { createReferenceEngine } from '#query/engines/reference-engine.ts';
import { generatedEntries, seeded } from '#query/entries.fixture.ts';
import type { Entry } from '#query/entry.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { indexFiles } from '#query/index/index-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { addresses, appOver, createMemoryCatalog } from './catalog/catalog.fixture.ts';
import { summaryOf } from './catalog/catalog.ts';
import { INDEX_FOLDER, SUMMARY_FILE } from './catalog/index-paths.ts';
import { workerConfiguration } from './worker-config.fixture.ts';

describe.each([
  ['the index in memory', 'index', 10_000],
  // With more listings, D1 ranks only its best candidates (`d1-engine.test.ts`).
  ['a local D1', 'd1', MAX_RANKED],
] as const)('the Worker in workerd with %s', (_, engine, size) => {
  const entries = generatedEntries(size);
  const summary = summaryOf(entries);
  const ask = appOver({ ...createMemoryCatalog([]), engine: createReferenceEngine(entries), summary });
  let folder: string;
  let harness: TestHarness;

  beforeAll(async () => {
    process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
    process.env.WRANGLER_SEND_METRICS = 'false';
    folder = await makeTemporaryFolder('registry-worker-');
    const index = path.join(folder, 'assets', INDEX_FOLDER);
    await mkdir(index, { recursive: true });
    await writeFile(path.join(folder, 'assets', SUMMARY_FILE), JSON.stringify(summary));
    if (engine === 'index') {
      const files = await indexFiles(await buildIndex(entries), 4 * 1024 * 1024);
      for (const { name, bytes } of files) await writeFile(path.join(index, name), bytes);
    }
    await writeFile(path.join(folder, 'wrangler.json'), JSON.stringify(configuration(folder, engine)));
    harness = createTestHarness({ workers: [{ configPath: path.join(folder, 'wrangler.json') }] });
    await harness.listen();
    if (engine === 'd1') await fillDatabase(await database(harness), entries.map(fillingOf));
  });

  afterAll(async () => {
    await harness.close();
    await removeFolder(folder);
  });

  test('returns the same bytes as the plain engine for random queries', async () => {
    const random = seeded(4);
    for (let i = 0; i < 100; i++) await expectSame(`/listings?${randomSearch(random)}`);
  });

  test('returns the same bytes for searches, in the same order', async () => {
    const random = seeded(5);
    for (let i = 0; i < 12; i++) {
      const search = new URLSearchParams({ q: randomSearchQuery(entries, random), limit: '50' });
      await expectSame(`/listings?${search}`);
    }
  });

  test('returns the same counts for each filter', async () => {
    await expectSame('/facets?pricing_model=free');
    await expectSame('/facets?q=forecast');
  });

  test.runIf(engine === 'd1')('reads single listings from the database', async () => {
    const { id } = entries[7]?.row ?? { id: '' };
    expect(await (await harness.fetch(`/listings/${id}`)).text()).toBe(documentOf(id, 'listing'));
    expect(await (await harness.fetch(`/listings/${id}/history`)).text()).toBe(documentOf(id, 'history'));
    expect((await harness.fetch('/listings/none.example')).status).toBe(404);
  });

  async function expectSame(address: string): Promise<void> {
    const [there, here] = await Promise.all([harness.fetch(address), ask(address)]);
    expect(there.status, address).toBe(200);
    expect(await there.text(), address).toBe(await here.text());
  }
});

async function database(harness: TestHarness): Promise<Database> {
  const { DB } = await harness.getWorker<{ DB: Database }>('registry-test').getEnv();
  return DB;
}

function fillingOf(entry: Entry, number: number): DatabaseSync {
  const { id } = entry.row;
  const documents = { listing: documentOf(id, 'listing'), history: documentOf(id, 'history') };
  return { entry, number, version: '1', documents };
}

function documentOf(id: string, kind: string): string {
  return JSON.stringify({ meta: { kind }, data: { id, text: "it's" } });
}

function configuration(folder: string, engine: string) {
  const vars = { REGISTRY_URL: addresses.registry, REQUEST_LOG: 'off', QUERY_ENGINE: engine };
  const databases = [{ binding: 'DB', database_name: 'registry', database_id: 'local' }];
  return { ...workerConfiguration(path.join(folder, 'assets'), vars), d1_databases: databases };
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestHarness, type TestHarness } from 'wrangler';
import { generatedEntries, seeded } from '#query/entries.fixture.ts';
import { buildIndex } from '#query/index-build.ts';
import { indexFiles } from '#query/index-files.ts';
import { plainEngine } from '#query/plain-engine.ts';
import { randomQuestion, randomSearch } from '#query/random-queries.fixture.ts';
import { addresses, appOver, memoryCatalogue } from './catalogue.fixture.ts';
import { summaryOf } from './catalogue.ts';
import { INDEX_FOLDER, SUMMARY_FILE } from './static-files.ts';

const entries = generatedEntries(10_000);
const summary = summaryOf(entries);
const ask = appOver({ ...memoryCatalogue([]), engine: plainEngine(entries), summary });
let folder: string;
let harness: TestHarness;

beforeAll(async () => {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  folder = await mkdtemp(path.join(tmpdir(), 'registry-worker-'));
  const assets = path.join(folder, 'assets');
  await mkdir(path.join(assets, INDEX_FOLDER), { recursive: true });
  const files = await indexFiles(await buildIndex(entries), 4 * 1024 * 1024);
  for (const { name, bytes } of files) await writeFile(path.join(assets, INDEX_FOLDER, name), bytes);
  await writeFile(path.join(assets, SUMMARY_FILE), JSON.stringify(summary));
  await writeFile(path.join(folder, 'wrangler.json'), JSON.stringify(configuration(assets)));
  harness = createTestHarness({ workers: [{ configPath: path.join(folder, 'wrangler.json') }] });
  await harness.listen();
});

afterAll(async () => {
  await harness.close();
  await rm(folder, { recursive: true });
});

test('in workerd, 10,000 listings answer random queries byte for byte like the plain engine', async () => {
  const random = seeded(4);
  for (let i = 0; i < 150; i++) await expectSame(`/listings?${randomSearch(random)}`);
});

test('and questions, in its order', async () => {
  const random = seeded(5);
  for (let i = 0; i < 20; i++) {
    const search = new URLSearchParams({ q: randomQuestion(entries, random), limit: '50' });
    await expectSame(`/listings?${search}`);
  }
});

async function expectSame(address: string): Promise<void> {
  const [there, here] = await Promise.all([harness.fetch(address), ask(address)]);
  expect(there.status, address).toBe(200);
  expect(await there.text(), address).toBe(await here.text());
}

function configuration(assets: string) {
  return {
    name: 'registry-queries',
    main: path.resolve('src/edge/worker.ts'),
    compatibility_date: '2026-11-01',
    assets: { directory: assets, binding: 'ASSETS', run_worker_first: true, not_found_handling: 'none' },
    durable_objects: { bindings: [{ name: 'SESSIONS', class_name: 'SessionObject' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['SessionObject'] }],
    vars: { REGISTRY_URL: addresses.registry, REQUEST_LOG: 'off' },
  };
}

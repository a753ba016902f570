import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { createTestHarness, type TestHarness } from 'wrangler';
import { HTTP_CLIENTS } from './clients.fixture.ts';
import { hubContract } from './contract.fixture.ts';

let folder: string;
let harness: TestHarness;
let url: URL;

beforeAll(async () => {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  folder = await mkdtemp(path.join(tmpdir(), 'hub-worker-'));
  const configPath = path.join(folder, 'wrangler.json');
  await writeFile(configPath, JSON.stringify(configuration()));
  harness = createTestHarness({ workers: [{ configPath }] });
  url = new URL('/mcp', (await harness.listen()).url);
});

afterAll(async () => {
  await harness.close();
  await rm(folder, { recursive: true });
});

describe.each(HTTP_CLIENTS)('on workerd, %s', (_name, connect) => {
  hubContract(() => connect(url));
});

function configuration() {
  return {
    name: 'hub-test',
    main: path.resolve('src/mcp/worker.fixture.ts'),
    compatibility_date: '2026-11-01',
    durable_objects: { bindings: [{ name: 'SESSIONS', class_name: 'SessionObject' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['SessionObject'] }],
  };
}

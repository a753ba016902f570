import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestHarness, type TestHarness } from 'wrangler';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { badArgumentsContract } from './bad-arguments.fixture.ts';
import { badInputContract } from './bad-input.fixture.ts';
import { HTTP_CLIENTS } from './clients.fixture.ts';
import { describeMcpContract } from './contract.fixture.ts';
import { openRawStream, postMessage, until } from './sse/raw-stream.fixture.ts';
import { streamLimitContract } from './sse/stream-limits.fixture.ts';

let folder: string;
let harness: TestHarness;
let url: URL;

beforeAll(async () => {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  folder = await makeTemporaryFolder('mcp-worker-');
  const configPath = path.join(folder, 'wrangler.json');
  await writeFile(configPath, JSON.stringify(configuration()));
  harness = createTestHarness({ workers: [{ configPath }] });
  url = new URL('/mcp', (await harness.listen()).url);
});

afterAll(async () => {
  await harness.close();
  await removeFolder(folder);
});

describe.each(HTTP_CLIENTS)('the MCP server on workerd, %s', (_name, connect) => {
  describeMcpContract(() => connect(url));
});

describe('the event streams of the MCP server on workerd', () => {
  streamLimitContract(() => url);
});

describe('the MCP server on workerd with bad input', () => {
  badInputContract(() => url);
});

describe('the MCP server on workerd with bad arguments', () => {
  badArgumentsContract(() => url);
});

test('ends 200 dropped streams independently on workerd', async () => {
  const streams = await Promise.all(Array.from({ length: 201 }, () => openRawStream(url)));
  const [kept, ...dropped] = streams;
  for (const { drop } of dropped) drop();
  const ping = { id: 1, method: 'ping' };
  await Promise.all(
    dropped.map(({ endpoint }) => until(async () => (await postMessage(endpoint, ping)).status === 404)),
  );
  if (!kept) throw new Error('No stream was opened.');
  expect((await postMessage(kept.endpoint, ping)).status).toBe(202);
  expect(await kept.next()).toMatchObject({ event: 'message' });
  kept.drop();
});

function configuration() {
  return {
    name: 'mcp-test',
    main: fileURLToPath(import.meta.resolve('./worker.fixture.ts')),
    compatibility_date: '2026-11-01',
    durable_objects: { bindings: [{ name: 'SESSIONS', class_name: 'SessionObject' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['SessionObject'] }],
  };
}

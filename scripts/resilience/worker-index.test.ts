import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { writeStaticFiles } from '#build/static-files.fixture.ts';
import { addresses, createMemoryCatalog, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import type worker from '#edge/worker.ts';
import { toRow } from '#listing/row.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

let folder: string;
/** Files for which the platform storage returns different content. */
let damaged: Map<string, (bytes: Buffer) => Buffer>;
/** A new isolate for each test, because an isolate caches the loaded index. */
let isolate: typeof worker;

beforeAll(async () => {
  folder = await makeTemporaryFolder('worker-index-');
  const listings = numberedListings(20);
  const entries = listings.map(listing => ({ row: toRow(listing, addresses), changedAt: listing.changed_at }));
  await writeStaticFiles(folder, createMemoryCatalog(listings), entries, addresses);
});
afterAll(() => removeFolder(folder));

beforeEach(async () => {
  damaged = new Map();
  vi.resetModules();
  isolate = (await import('#edge/worker.ts')).default;
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});

test.each([
  ['/index/index.json', 'has a flipped bit', flipped],
  ['/index/index-0.bin', 'has a flipped bit', flipped],
  ['/index/index-0.bin', 'is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['/index/summary.json', 'is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
])('returns no wrong response for a damaged file, and recovers after the repair: %s %s', async (file, _, damage) => {
  damaged.set(file, damage);
  const refused = await ask('/listings');
  expect(refused.status).toBe(500);
  expect(await refused.json()).toMatchObject({ status: 500, title: expect.any(String) });
  expect((await ask('/agents')).status).toBe(200);

  damaged.clear();
  const answered = await ask('/listings');
  expect(answered.status).toBe(200);
  expect(await answered.json()).toMatchObject({ data: { total: 20 } });
});

test('ignores later damage in an isolate that has loaded the index', async () => {
  expect((await ask('/listings')).status).toBe(200);
  damaged.set('/index/index-0.bin', flipped);
  expect(await (await ask('/listings?category=weather')).json()).toMatchObject({ data: { total: 10 } });
});

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

async function ask(address: string): Promise<Response> {
  return isolate.fetch(new Request(`https://registry.example${address}`), { ASSETS: { fetch: asset } });
}

async function asset(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const bytes = await readFile(path.join(folder, decodeURIComponent(pathname))).catch(() => undefined);
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(new Uint8Array((damaged.get(pathname) ?? (each => each))(bytes)));
}

import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileAssets } from '#build/catalog/file-assets.ts';
import { packBuild } from '#build/pack-build.ts';
import { writeStaticFiles } from '#build/static-files.fixture.ts';
import { toRow } from '#listing/row.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import type { Assets } from './assets.ts';
import { addresses, appOver, createMemoryCatalog, numberedListings } from './catalog.fixture.ts';
import { packedAssets } from './packed-assets.ts';
import { loadWorkerCatalog } from './worker-catalog.ts';

let root: string;
let built: Assets;
let packed: Assets;
let counts: { before: number; after: number };

beforeAll(async () => {
  root = await makeTemporaryFolder('packed-');
  const [folder, target] = [path.join(root, 'dist'), path.join(root, 'packed')];
  const listings = numberedListings(240);
  const entries = listings.map(listing => ({ row: toRow(listing, addresses), changedAt: listing.changed_at }));
  const cache = await writeStaticFiles(folder, createMemoryCatalog(listings), entries, addresses);
  await writeFile(path.join(folder, '_headers'), "/apis/*\n  Content-Security-Policy: default-src 'none'\n");
  await cache.put('apis/api-7.example/index.html', undefined, () => '<h1>Seven</h1>');
  counts = await packBuild(folder, target);
  built = await fileAssets(folder);
  packed = packedAssets(await fileAssets(target));
});
afterAll(() => removeFolder(root));

test('serves the same bytes at the same paths from far fewer files', async () => {
  expect(counts.after).toBeLessThan(counts.before / 2);
  expect(counts.after).toBe(await countOf(path.join(root, 'packed')));
  for (const file of await filesOf(path.join(root, 'dist'))) {
    if (file === '/_headers') continue;
    const [was, is] = await Promise.all([built.fetch(encodeURI(file)), packed.fetch(encodeURI(file))]);
    expect(await is?.text(), file).toBe(await was?.text());
    expect(is?.headers.get('Content-Type'), file).toBe(was?.headers.get('Content-Type'));
  }
});

test("keeps the headers of a page's file", async () => {
  const page = await packed.fetch('/apis/api-7.example/');
  expect(await page?.text()).toBe('<h1>Seven</h1>');
  expect(page?.headers.get('Content-Security-Policy')).toBe("default-src 'none'");
});

test('returns nothing for an unknown path', async () => {
  for (const file of ['/listings/none.example.json', '/listings/toString', '/apis/', '/none'])
    expect(await packed.fetch(file)).toEqual(await built.fetch(file));
});

test('provides the data of the application', async () => {
  const catalog = await loadWorkerCatalog(packed);
  const ask = appOver(catalog, packed);
  expect(await (await ask('/listings/api-7.example')).json()).toMatchObject({ data: { id: 'api-7.example' } });
  expect((await ask('/listings/none.example')).status).toBe(404);
  expect((await ask('/listings?category=weather')).status).toBe(200);
});

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const files: string[] = [];
  for (const each of entries) if ((await stat(path.join(folder, each))).isFile()) files.push(`/${each}`);
  return files;
}

async function countOf(folder: string): Promise<number> {
  return (await filesOf(folder)).length;
}

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { type Listing, listingOf } from '#listing/listing.ts';
import { DEFAULT_QUERY } from '#query/query.ts';
import { parseRowTexts } from '#query/row-text.ts';
import { ServedCatalog, type ServedCatalogOptions } from '#server/catalog/served-catalog.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

const LISTINGS = 400;
const BASES = { registry: 'https://registry.example', site: 'https://site.example', siteName: 'Harbor APIs' };

let registry: string;
let open: ServedCatalog[] = [];
let errors: unknown[] = [];

beforeAll(async () => {
  registry = await makeTemporaryFolder('catalog-rebuild-');
  for (let i = 0; i < LISTINGS; i++) await writeRecord(registry, recordOf(i));
});
afterEach(async () => {
  for (const catalog of open) await catalog.close();
  [open, errors] = [[], []];
});
afterAll(() => removeFolder(registry));

describe('a rebuild of the catalog', () => {
  test('serves the previous catalog without blocking the event loop', async () => {
    const catalog = await loaded();
    const before = await catalog.current();
    let ticks = 0;
    let isServed = false;
    const served = catalog.put(await changed(LISTINGS)).then(() => (isServed = true));
    expect(await catalog.current()).toBe(before);
    while (!isServed) {
      expect((await before.engine.search({ ...DEFAULT_QUERY, limit: 1 })).total).toBe(LISTINGS);
      await tick();
      ticks++;
    }
    await served;
    // A rebuild on this thread would allow only one or two.
    expect(ticks).toBeGreaterThan(2);
    expect(await namesIn(await catalog.current())).toContain(`API ${LISTINGS}`);
    expect(await namesIn(before)).not.toContain(`API ${LISTINGS}`);
  });

  test('combines changes into the next rebuild without losing any', async () => {
    let changes = 0;
    const catalog = await loaded({ onChange: () => changes++ });
    changes = 0;
    const all = await Promise.all(Array.from({ length: 200 }, (_, i) => changed(1_000 + i)));
    await Promise.all(all.map(listing => catalog.put(listing)));
    const names = await namesIn(await catalog.current());
    for (const { record } of all) expect(names).toContain(record.manifest.name);
    // Each put clears cached responses. So does each new catalog, but there are far fewer of those.
    expect(changes).toBeGreaterThan(all.length);
    expect(changes).toBeLessThan(all.length + 100);
  });

  test('shows the last change of a listing in its row and its document', async () => {
    const catalog = await loaded();
    for (const name of ['First change', 'Second change', 'Third change']) {
      await catalog.put(await changed(7, name));
      const current = await catalog.current();
      expect(await namesIn(current)).toContain(name);
      expect(await current.listing(idOf(7))).toContain(name);
    }
    expect(await namesIn(await catalog.current())).toHaveLength(LISTINGS);
  });
});

test('keeps a listing that is put during the first load, in a complete first catalog', async () => {
  const catalog = opened();
  const loading = catalog.load();
  const listing = listingOf({ ...recordOf(3, 'Changed during the load') }, undefined);
  await catalog.put(listing);
  await loading;
  const names = await namesIn(await catalog.current());
  expect(names).toHaveLength(LISTINGS);
  expect(names).toContain('Changed during the load');
});

test('returns documents only for listings of the catalog', async () => {
  const current = await (await loaded()).current();
  expect(await current.listing(idOf(5))).toContain('API 5');
  expect(await current.history(idOf(5))).toContain(idOf(5));
  for (const id of ['', 'unknown.example', '../../package', `${idOf(5)}/..`, 'zz\u0000', '"', '\\']) {
    expect(await current.listing(id), id).toBeUndefined();
    expect(await current.history(id), id).toBeUndefined();
  }
});

test('reports broken files and omits their listings', async () => {
  const folder = await makeTemporaryFolder('catalog-broken-');
  await writeRecord(folder, recordOf(0));
  await writeRecord(folder, recordOf(1));
  const other = path.join(folder, 'listings', 'ap', `${idOf(2)}.json`);
  await writeFile(other, '{"id":');
  const catalog = opened({ directories: { registry: folder } });
  expect(await catalog.load()).toMatchObject([{ ok: false, file: other }]);
  expect(await namesIn(await catalog.current())).toHaveLength(2);
  await removeFolder(folder);
});

test('serves the last catalog after a thread failure, and starts a new thread on the next change', async () => {
  const catalog = await loaded();
  const { record, ...rest } = await changed(9);
  const damaged = { ...rest, record: { ...record, manifest: { ...record.manifest, description: null } } };
  await expect(catalog.put(damaged as unknown as Listing)).rejects.toThrow();
  expect(errors).toHaveLength(1);
  expect(await namesIn(await catalog.current())).toHaveLength(LISTINGS);
  await catalog.put(await changed(9, 'After the failure'));
  const names = await namesIn(await catalog.current());
  expect(names).toHaveLength(LISTINGS);
  expect(names).toContain('After the failure');
});

test('ends the thread immediately on close', async () => {
  const catalog = await loaded();
  const listing = await changed(11);
  const [put, load] = [catalog.put(listing), catalog.load()];
  await catalog.close();
  await put;
  expect(await load).toEqual([]);
  expect(await namesIn(await catalog.current())).toHaveLength(LISTINGS);
  await catalog.put(listing);
  await expect(catalog.load()).rejects.toThrow('closed');
  expect(errors).toEqual([]);
});

function opened(options: Partial<ServedCatalogOptions> = {}): ServedCatalog {
  const catalog = new ServedCatalog({
    directories: { registry },
    bases: BASES,
    commit: null,
    onChange: () => undefined,
    onError: error => errors.push(error),
    ...options,
  });
  open.push(catalog);
  return catalog;
}

async function loaded(options?: Partial<ServedCatalogOptions>): Promise<ServedCatalog> {
  const catalog = opened(options);
  expect(await catalog.load()).toEqual([]);
  return catalog;
}

/** A listing to put. Only the first ones have stored records, because each test loads all stored records. */
async function changed(number: number, name?: string): Promise<Listing> {
  const record = recordOf(number, name);
  if (number < LISTINGS) await writeRecord(registry, record);
  return listingOf(record, undefined);
}

function recordOf(number: number, name = `API ${number}`) {
  return sampleRecord(`https://${idOf(number)}`, { name });
}

function idOf(number: number): string {
  return `api-${number}.example`;
}

async function namesIn({ engine }: Catalog): Promise<string[]> {
  const names: string[] = [];
  for (let offset = 0; ; offset += 500) {
    const { rows, total } = await engine.search({ ...DEFAULT_QUERY, limit: 500, offset });
    names.push(...parseRowTexts(rows).map(({ name }) => name));
    if (offset + 500 >= total) return names;
  }
}

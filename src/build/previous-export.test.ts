import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { exportedFiles, type KnownExport } from '#edge/routes/export.ts';
import { exportFiles } from '#listing/export/export.ts';
import type { BuildCache } from './build-cache.ts';
import { digest } from './catalog/digest.ts';
import { readPreviousExport } from './previous-export.ts';

const idOf = (number: number) => `api-${String(number).padStart(3, '0')}.example`;
const documentOf = (id: string, version: string) =>
  new TextEncoder().encode(JSON.stringify({ meta: {}, data: { id, version } }));

/** So that a file has a few lines. */
const MAX_BYTES = 200;

/** Exports listings with the given versions. */
async function exportOf(versions: ReadonlyMap<string, string>): Promise<Map<string, Buffer>> {
  const documents = (async function* () {
    for (const [id, version] of versions) yield { id, bytes: documentOf(id, version) };
  })();
  const files = new Map<string, Buffer>();
  for await (const { path, bytes } of exportFiles(documents, null, MAX_BYTES, digest))
    files.set(path, Buffer.from(bytes));
  return files;
}

/** Exports listings, and returns the files and the ids of the documents that were read. */
async function exportFrom(
  versions: ReadonlyMap<string, string>,
  known?: (ids: readonly string[]) => KnownExport | undefined,
) {
  const read: string[] = [];
  const listing = async (id: string) => {
    read.push(id);
    return documentOf(id, versions.get(id) ?? '');
  };
  const catalog = { listing, summary: { generated_at: null } } as unknown as Catalog;
  const ids = [...versions.keys()];
  const files = new Map<string, string>();
  for await (const { path, bytes } of exportedFiles(catalog, ids, { digest, known: known?.(ids), maxBytes: MAX_BYTES }))
    files.set(path, String(Buffer.from(bytes)));
  return { files, read };
}

const listings = fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 40 }).map(all => all.toSorted((a, b) => a - b));
const some = fc.subarray(Array.from({ length: 41 }, (_, number) => number));

test('reads only the listings that are new or have changed since the previous export', async () => {
  await fc.assert(
    fc.asyncProperty(listings, listings, some, async (earlier, current, changed) => {
      const before = new Map(earlier.map(number => [idOf(number), 'one']));
      const now = new Map(current.map(number => [idOf(number), changed.includes(number) ? 'two' : 'one']));
      const files = await exportOf(before);
      const cache = { lastGoodFile: (path: string) => files.get(path) } as unknown as BuildCache;
      const result = await exportFrom(now, ids =>
        readPreviousExport(cache, at => now.get(ids[at] ?? '') === before.get(ids[at] ?? '')),
      );
      expect(result.files).toEqual((await exportFrom(now)).files);
      expect(result.read).toEqual([...now.keys()].filter(id => now.get(id) !== before.get(id)));
    }),
    { numRuns: 100, seed: 20 },
  );
});

test('reads the listings of a file that another program has modified', async () => {
  const versions = new Map(Array.from({ length: 20 }, (_, number) => [idOf(number), number === 3 ? 'two' : 'one']));
  const files = await exportOf(versions);
  const cache = {
    lastGoodFile: (path: string) => (path === '/export/listings-1.ndjson' ? undefined : files.get(path)),
  } as unknown as BuildCache;
  const { files: result, read } = await exportFrom(versions, () => readPreviousExport(cache, () => true));
  expect(result).toEqual((await exportFrom(versions)).files);
  expect(read.length).toBeGreaterThan(0);
  expect(read.length).toBeLessThan(versions.size);
});

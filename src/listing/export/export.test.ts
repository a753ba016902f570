import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExportIndex, exportFiles, type KnownFile, type ListingDocument } from './export.ts';

function documentsOf(names: readonly string[]): ListingDocument[] {
  return names.map((name, at) => {
    const id = `api-${at}.example`;
    return { id, bytes: new TextEncoder().encode(JSON.stringify({ meta: {}, data: { id, name } })) };
  });
}

async function exportOf(
  documents: readonly (ListingDocument | KnownFile)[],
  mostBytes?: number,
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const source = (async function* () {
    yield* documents;
  })();
  for await (const { path, bytes } of exportFiles(source, '2026-11-21T00:00:00Z', mostBytes))
    files.set(path, Buffer.from(bytes));
  return files;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('lists the size and digest of each file, and each listing is in exactly one file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 60 })),
      fc.integer({ min: 100, max: 900 }),
      async (names, most) => {
        const documents = documentsOf(names);
        const files = await exportOf(documents, most);
        const index: ExportIndex = JSON.parse(String(files.get('/export/index.json')));
        expect([...files.keys()]).toEqual([...index.files.map(({ path }) => path), '/export/index.json']);
        const lines = { listings: [] as unknown[], digests: [] as unknown[] };
        for (const { path, size, sha256: digest, listings } of index.files) {
          const bytes = files.get(path) ?? Buffer.alloc(0);
          expect([bytes.length, sha256(bytes)]).toEqual([size, digest]);
          const values = String(bytes)
            .trimEnd()
            .split('\n')
            .map(line => JSON.parse(line));
          expect(values).toHaveLength(listings);
          if (values.length > 1) expect(size).toBeLessThanOrEqual(most);
          lines[path.includes('digests') ? 'digests' : 'listings'].push(...values);
        }
        expect(index.listings).toBe(names.length);
        expect(lines.listings).toEqual(documents.map(({ bytes }) => JSON.parse(String(Buffer.from(bytes))).data));
        expect(lines.digests).toEqual(
          documents.map(({ id, bytes }) => ({ id, size: bytes.length, sha256: sha256(bytes) })),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('creates the same export for the same registry', async () => {
  const documents = documentsOf(['A', 'B', 'C']);
  expect(await exportOf(documents)).toEqual(await exportOf(documents));
});

test('creates the same export from unchanged files of an earlier one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 60 }), { minLength: 2, maxLength: 30 }),
      fc.nat(),
      fc.string({ maxLength: 300 }),
      fc.integer({ min: 100, max: 600 }),
      async (names, position, name, most) => {
        const changed = position % names.length;
        const documents = documentsOf(names.with(changed, name));
        const earlier = await exportOf(documentsOf(names), most);
        expect(await exportOf(withKnownFiles(documents, changed, earlier), most)).toEqual(
          await exportOf(documents, most),
        );
      },
    ),
    { numRuns: 100, seed: 24 },
  );
});

test.each([
  ['has lost its lines', () => []],
  ['is longer', (lines: readonly Uint8Array<ArrayBuffer>[]) => [...lines, new Uint8Array(1)]],
])('fails if a file of the earlier export %s', async (_, change) => {
  const documents = documentsOf(['A', 'B', 'C']);
  const [known] = withKnownFiles(documents, -1, await exportOf(documents)) as [KnownFile];
  const changed: KnownFile = { ...known, lines: () => change([...known.lines()]) };
  await expect(exportOf([changed])).rejects.toThrow('Build again');
  await expect(exportOf([changed, ...documentsOf(['D'])])).rejects.toThrow('Build again');
  await expect(exportOf([...documentsOf(['D']), changed])).rejects.toThrow('Build again');
});

/** Replaces the documents of all files of an export that do not contain the changed one by these files. */
function withKnownFiles(documents: readonly ListingDocument[], changed: number, files: ReadonlyMap<string, Buffer>) {
  const index: ExportIndex = JSON.parse(String(files.get('/export/index.json')));
  const items: (ListingDocument | KnownFile)[] = [];
  let start = 0;
  for (const { path, size, sha256: digest, listings } of index.files.filter(file => file.path.includes('listings'))) {
    const own = documents.slice(start, start + listings);
    const lines = String(files.get(path)).split(/(?<=\n)/);
    const known: KnownFile = {
      size,
      sha256: digest,
      digests: own.map(({ id, bytes }) => ({ id, size: bytes.length, sha256: sha256(bytes) })),
      firstLine: Buffer.byteLength(lines[0] ?? ''),
      lines: () => lines.map(line => new Uint8Array(Buffer.from(line))),
    };
    items.push(...(changed >= start && changed < start + listings ? own : [known]));
    start += listings;
  }
  return items;
}

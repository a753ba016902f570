import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fnv1a } from '../encoding/fnv1a.ts';
import { type ExportIndex, exportFiles, type KnownFile, type KnownLines, type ListingDocument } from './export.ts';

/** Hosts that end a file, in alphabetical order. */
const ENDS = Array.from({ length: 5_000 }, (_, number) => `ends-${String(number).padStart(4, '0')}.example`).filter(
  id => fnv1a(id) % 512 === 0,
);

/** Every fifth listing ends a file. */
function documentsOf(names: readonly string[]): ListingDocument[] {
  return names.map((name, at) => {
    const id = at % 5 === 4 ? (ENDS[(at - 4) / 5] ?? '') : `api-${at}.example`;
    return { id, bytes: new TextEncoder().encode(JSON.stringify({ meta: {}, data: { id, name } })) };
  });
}

async function exportOf(
  documents: readonly (ListingDocument | KnownLines | KnownFile)[],
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

test('a file ends where it ended before a listing was added or changed', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `Name ${at}`);
  const documents = documentsOf(names);
  const before = await listingFilesOf(documents);
  expect(before).toHaveLength(8);
  const others = documents.slice(1);
  const added = { id: 'added.example', bytes: new TextEncoder().encode('{"meta":{},"data":{"id":"added.example"}}') };
  for (const changed of [[added, ...documents], others, [...documentsOf(['Longer'.repeat(99)]), ...others]]) {
    const after = await listingFilesOf(changed);
    expect(after[0]).not.toBe(before[0]);
    expect(after.slice(1)).toEqual(before.slice(1));
  }
});

/** Returns the texts of the files with listings. */
async function listingFilesOf(documents: readonly ListingDocument[]): Promise<string[]> {
  const files = await exportOf(documents);
  return [...files].filter(([path]) => path.includes('/listings-')).map(([, bytes]) => String(bytes));
}

test('creates the same export for the same registry', async () => {
  const documents = documentsOf(['A', 'B', 'C']);
  expect(await exportOf(documents)).toEqual(await exportOf(documents));
});

test('creates the same export from unchanged files and lines of an earlier one', async () => {
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
        expect(await exportOf(withKnown(documents, changed, earlier), most)).toEqual(await exportOf(documents, most));
      },
    ),
    { numRuns: 100, seed: 24 },
  );
});

test.each([
  ['is empty', () => new Uint8Array()],
  ['is longer', (bytes: Uint8Array) => new Uint8Array(bytes.length + 1)],
])('fails if a file of the earlier export %s', async (_, change) => {
  const documents = documentsOf(['A', 'B', 'C']);
  const [known] = withKnown(documents, -1, await exportOf(documents)) as [KnownFile];
  const changed: KnownFile = { ...known, read: () => change(known.read()) };
  await expect(exportOf([changed])).rejects.toThrow('Build again');
  await expect(exportOf([changed, ...documentsOf(['D'])])).rejects.toThrow('Build again');
  await expect(exportOf([...documentsOf(['D']), changed])).rejects.toThrow('Build again');
});

test('fails if a file of the earlier export has another number of lines where it is split', async () => {
  const documents = documentsOf(['A', 'B', 'C']);
  const [known] = withKnown(documents, -1, await exportOf(documents)) as [KnownFile];
  const changed: KnownFile = { ...known, read: () => known.read().with(known.firstLine - 1, 0x20) };
  await expect(exportOf([...documentsOf(['D']), changed], known.size)).rejects.toThrow('Build again');
  await expect(exportOf([...documentsOf(['D']), known], known.size)).resolves.toBeDefined();
});

/** Replaces all documents but the changed one by the files of an earlier export, or by lines of the file that contains it. */
function withKnown(documents: readonly ListingDocument[], changed: number, files: ReadonlyMap<string, Buffer>) {
  const index: ExportIndex = JSON.parse(String(files.get('/export/index.json')));
  const items: (ListingDocument | KnownLines | KnownFile)[] = [];
  let start = 0;
  for (const { path, size, sha256: digest, listings } of index.files.filter(file => file.path.includes('listings'))) {
    const own = documents.slice(start, start + listings);
    const lines = String(files.get(path)).split(/(?<=\n)/);
    const digests = own.map(({ id, bytes }) => ({ id, size: bytes.length, sha256: sha256(bytes) }));
    const encode = (texts: readonly string[]) => new Uint8Array(Buffer.from(texts.join('')));
    const part = (from: number, to: number) =>
      from < to ? [{ digests: digests.slice(from, to), lines: encode(lines.slice(from, to)) }] : [];
    const at = changed - start;
    if (at >= 0 && at < listings) {
      items.push(...part(0, at), ...documents.slice(changed, changed + 1), ...part(at + 1, listings));
    } else {
      const firstLine = Buffer.byteLength(lines[0] ?? '');
      items.push({ size, sha256: digest, digests, firstLine, read: () => encode(lines) });
    }
    start += listings;
  }
  return items;
}

import { beforeAll, describe, expect, test } from 'vitest';
import { generatedEntries, seeded } from '../entries.fixture.ts';
import { buildIndex } from '../index/build-index.ts';
import { indexFiles } from '../index/index-files.ts';
import { loadIndex } from '../index/load-index.ts';
import type { QueryIndex } from '../index/query-index.ts';
import { registryEntries } from '../registry.fixture.ts';
import { createIndexEngine } from './index-engine.ts';
import { expectSame, parseQueryString, randomSearch, randomSearchQuery } from './random-queries.fixture.ts';
import { createReferenceEngine } from './reference-engine.ts';

const entries = generatedEntries(1_500);
const plain = createReferenceEngine(entries);
let index: QueryIndex;

beforeAll(async () => {
  index = await buildIndex(entries);
});

describe('the index engine', () => {
  test.each([
    ['the records of the project', 1_000, registryEntries],
    ['1,500 listings', 5_000, async () => entries],
    // The plain engine takes 9 ms per query.
    ['10,000 listings', 1_000, async () => generatedEntries(10_000)],
  ])(
    'returns the same bytes as the plain engine over %s for %i random queries',
    async (_, queries, read) => {
      const all = await read();
      const [fast, oracle] = [createIndexEngine(await buildIndex(all)), createReferenceEngine(all)];
      const random = seeded(1);
      for (let i = 0; i < queries; i++) await expectSame(fast, oracle, randomSearch(random));
    },
    600_000,
  );

  test.each([
    ['the records of the project', 150, registryEntries],
    ['1,500 listings', 150, async () => entries],
  ])(
    'returns the same matches as the plain engine over %s for q, in the same order',
    async (_, queries, read) => {
      const all = await read();
      const [fast, oracle] = [createIndexEngine(await buildIndex(all)), createReferenceEngine(all)];
      const random = seeded(2);
      for (let i = 0; i < queries; i++) {
        const search = new URLSearchParams({ q: randomSearchQuery(all, random), limit: '500' });
        for (const [name, value] of randomSearch(random, BESIDE_WORDS)) search.set(name, value);
        await expectSame(fast, oracle, search);
      }
    },
    300_000,
  );

  test('returns the same after a round trip through several files', async () => {
    const files = new Map((await indexFiles(index, 64 * 1024)).map(({ name, bytes }) => [name, bytes]));
    expect(files.size).toBeGreaterThan(3);
    const loaded = createIndexEngine(await loadIndex(async name => files.get(name) ?? new Uint8Array()));
    for (const search of ['', 'category=weather&sort=name', 'q=forecast&sort=name', 'status=lapsed&order=asc']) {
      await expectSame(loaded, plain, new URLSearchParams(search));
    }
  });

  test('has a reproducible index', async () => {
    const [one, other] = [await indexFiles(index), await indexFiles(await buildIndex(entries))];
    expect(one).toEqual(other);
  });

  test('returns nothing without entries', async () => {
    const empty = createIndexEngine(await buildIndex([]));
    expect(await empty.search(parseQueryString(new URLSearchParams({ q: 'rain' })))).toMatchObject({
      total: 0,
      count: 0,
    });
    expect(await empty.search(parseQueryString(new URLSearchParams()))).toMatchObject({ total: 0, count: 0 });
  });
});

describe('a damaged index file', () => {
  test.each([
    ['is missing', 'index-0.bin', () => new Uint8Array(), /damaged or belongs to another index/],
    ['has a flipped bit', 'index-0.bin', flipped, /damaged or belongs to another index/],
    ['is HTML', 'index.json', () => new TextEncoder().encode('<html>'), /is not a query index/],
    ['has a flipped bit', 'index.json', flipped, /damaged/],
    ['has another version', 'index.json', aged, /version 99/],
  ] as const)('causes an error if it %s: %s', async (_, name, change, message) => {
    const files = new Map((await indexFiles(index)).map(file => [file.name, file.bytes]));
    files.set(name, change(files.get(name) ?? new Uint8Array()));
    await expect(loadIndex(async each => files.get(each) ?? new Uint8Array())).rejects.toThrow(message);
  });
});

/** The parameters that combine with q. */
const BESIDE_WORDS = ['sort', 'order', 'category', 'updated_since'];

function flipped(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const at = copy.length - 40;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

function aged(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(new TextDecoder().decode(bytes).replace(/"version":\d+/, '"version":99'));
}

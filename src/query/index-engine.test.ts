import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from './engine.ts';
import { generatedEntries, seeded } from './entries.fixture.ts';
import { buildIndex } from './index-build.ts';
import { indexEngine } from './index-engine.ts';
import { indexFiles } from './index-files.ts';
import { loadIndex } from './index-load.ts';
import { readParameters } from './parameters.ts';
import { plainEngine } from './plain-engine.ts';
import type { Query } from './query.ts';
import type { QueryIndex } from './query-index.ts';

const entries = generatedEntries(1_500);
const plain = plainEngine(entries);
let index: QueryIndex;
let fast: Engine;

beforeAll(async () => {
  index = await buildIndex(entries);
  fast = indexEngine(index);
});

/** What a random query picks from; each parameter is there in one query of five. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  category: ['weather', 'finance', 'computing', 'logistics', 'other'],
  primary_category: ['live', 'reference', 'transactional'],
  pricing_model: ['free', 'tiered', 'unknown', 'per-query'],
  payment_model: ['per_request', 'free', 'subscription'],
  payment_currency: ['USD', 'EUR', 'x-credits', 'GBP'],
  settlement_type: ['real_time', 'postpaid_cycle'],
  supports_spend_cap: ['true', 'false'],
  free_only: ['true', 'false'],
  auth_required: ['true', 'false'],
  maintained_by: ['community', 'organization', 'individual'],
  badges: ['auth-verified', 'auth-verified,payment-ready', 'payment-ready'],
  source: ['publisher', 'documentation'],
  status: ['verified', 'unverified', 'lapsed,withdrawn', 'verified,unverified,lapsed,withdrawn'],
  updated_since: ['2026-02-01T00:00:00Z', '2026-06-01T12:00:00Z', '2030-01-01T00:00:00Z'],
  sort: ['name', 'created_at', 'verified_at'],
  order: ['asc', 'desc'],
  limit: ['1', '7', '100', '500'],
  offset: ['0', '3', '99', '1400', '100000'],
};

describe('the fast engine', () => {
  test('answers 5,000 random queries byte for byte like the plain one', async () => {
    const random = seeded(1);
    for (let i = 0; i < 5_000; i++) {
      const search = new URLSearchParams();
      for (const [parameter, values] of Object.entries(CHOICES)) {
        if (random() < 0.2) search.set(parameter, values[Math.floor(random() * values.length)] ?? '');
      }
      await expectSame(fast, search);
    }
  }, 60_000);

  test('finds for q what the plain one finds, in its order', async () => {
    const random = seeded(2);
    for (let i = 0; i < 150; i++) {
      const search = new URLSearchParams({ q: questionOf(random), limit: '500' });
      for (const parameter of ['sort', 'order', 'category', 'updated_since']) {
        const values = CHOICES[parameter] ?? [];
        if (random() < 0.2) search.set(parameter, values[Math.floor(random() * values.length)] ?? '');
      }
      await expectSame(fast, search);
    }
  }, 60_000);

  test('is the same after it was stored and loaded, in several files', async () => {
    const files = new Map((await indexFiles(index, 64 * 1024)).map(({ name, bytes }) => [name, bytes]));
    expect(files.size).toBeGreaterThan(3);
    const loaded = indexEngine(await loadIndex(async name => files.get(name) ?? new Uint8Array()));
    for (const search of ['', 'category=weather&sort=name', 'q=forecast&sort=name', 'status=lapsed&order=asc']) {
      await expectSame(loaded, new URLSearchParams(search));
    }
  });

  test('of the same entries is the same, byte for byte', async () => {
    const [one, other] = [await indexFiles(index), await indexFiles(await buildIndex(entries))];
    expect(one).toEqual(other);
  });

  test('of no entries answers with nothing', async () => {
    const empty = indexEngine(await buildIndex([]));
    expect(await empty.search(queryOf(new URLSearchParams({ q: 'rain' })))).toMatchObject({ total: 0, count: 0 });
    expect(await empty.search(queryOf(new URLSearchParams()))).toMatchObject({ total: 0, count: 0 });
  });
});

describe('a file that is not as the index says is refused', () => {
  test.each([
    ['is missing', 'index-0.bin', () => new Uint8Array(), /damaged or belongs to another index/],
    ['has a flipped bit', 'index-0.bin', flipped, /damaged or belongs to another index/],
    ['is a page', 'index.json', () => new TextEncoder().encode('<html>'), /not the file of a query index/],
    ['has a flipped bit, too', 'index.json', flipped, /damaged/],
    ['is of another version', 'index.json', aged, /version 99/],
  ] as const)('%s: %s', async (_, name, change, message) => {
    const files = new Map((await indexFiles(index)).map(file => [file.name, file.bytes]));
    files.set(name, change(files.get(name) ?? new Uint8Array()));
    await expect(loadIndex(async each => files.get(each) ?? new Uint8Array())).rejects.toThrow(message);
  });
});

async function expectSame(engine: Engine, search: URLSearchParams): Promise<void> {
  const query = queryOf(search);
  const [found, expected] = [await engine.search(query), await plain.search(query)];
  expect([found.total, found.count, found.matched], String(search)).toEqual([
    expected.total,
    expected.count,
    expected.matched,
  ]);
  if (Buffer.compare(found.rows, expected.rows) !== 0) {
    expect(new TextDecoder().decode(found.rows), String(search)).toBe(new TextDecoder().decode(expected.rows));
  }
}

function queryOf(search: URLSearchParams): Query {
  const result = readParameters(search);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.query;
}

/** One to three words of some listing, whole, cut short, or with a typing error. */
function questionOf(random: () => number): string {
  const { row } = entries[Math.floor(random() * entries.length)] ?? { row: { name: 'rain', description: 'rain' } };
  const words = `${row.name} ${row.description}`.split(/\s+/);
  const wanted = Array.from(
    { length: 1 + Math.floor(random() * 3) },
    () => words[Math.floor(random() * words.length)] ?? '',
  );
  return (
    wanted
      .map(word => mistyped(word, random))
      .join(' ')
      .trim() || 'rain'
  );
}

function mistyped(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  if (random() < 0.4) return word;
  if (random() < 0.3) return word.slice(0, Math.max(3, at));
  return random() < 0.5 ? word.slice(0, at) + word.slice(at + 1) : `${word.slice(0, at)}x${word.slice(at)}`;
}

function flipped(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const at = copy.length - 40;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

function aged(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(new TextDecoder().decode(bytes).replace('"version":1', '"version":99'));
}

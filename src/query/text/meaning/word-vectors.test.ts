import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  cosine,
  dot,
  loadWordVectors,
  meanDirection,
  quantize,
  type WordVectors,
  writeWordVectors,
} from './word-vectors.ts';

const SMALL = new Map([
  ['snow', [0.5, 0.5]],
  ['rain', [3, 0]],
  ['übel', [0, -1]],
]);

function load(bytes: Uint8Array): WordVectors {
  const loaded = loadWordVectors(bytes);
  if (!loaded.ok) throw new Error(loaded.error);
  return loaded.value;
}

describe('loadWordVectors', () => {
  test('reads what writeWordVectors writes', () => {
    const vectors = load(writeWordVectors(2, SMALL));
    expect(vectors.dimensions).toBe(2);
    expect(vectors.words).toEqual(['rain', 'snow', 'übel']);
    expect(vectors.find('rain')).toBe(0);
    expect(vectors.find('hail')).toBeUndefined();
    expect([...vectors.words.keys()].map(word => [...vectors.vectorAt(word)])).toEqual([
      [127, 0],
      [127, 127],
      [0, -127],
    ]);
  });

  test('reads bytes at any offset of a buffer', () => {
    const bytes = writeWordVectors(2, SMALL);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect([...load(shifted.subarray(3)).vectorAt(1)]).toEqual([127, 127]);
  });

  test('reads a file without words', () => {
    expect(load(writeWordVectors(2, new Map())).words).toEqual([]);
  });

  test.each<[name: string, change: (bytes: Uint8Array) => Uint8Array, message: RegExp]>([
    ['an empty file', () => new Uint8Array(), /shorter than its header/],
    ['another format', bytes => bytes.with(0, 0), /does not begin with WVEC/],
    ['another version', bytes => bytes.with(4, 2), /version 2/],
    ['a truncated file', bytes => bytes.slice(0, -1), /bytes instead of/],
    ['a wrong number of words', bytes => bytes.with(16 + 4, 65), /2 words instead of 3/],
    ['unsorted words', bytes => bytes.with(16, 122), /not sorted/],
  ])('rejects %s', (_, change, message) => {
    const loaded = loadWordVectors(change(writeWordVectors(2, SMALL)));
    expect(loaded).toMatchObject({ ok: false, error: expect.stringMatching(message) });
  });
});

test('compares directions, not lengths', () => {
  expect(cosine([1, 1], [5, 5])).toBeCloseTo(1);
  expect(cosine([1, 0], [0, 9])).toBe(0);
  expect(cosine([1, 0], [-2, 0])).toBe(-1);
  expect(cosine([0, 0], [1, 0])).toBe(0);
  expect(dot([1, 2], [3, 4])).toBe(11);
});

test('keeps directions when it quantizes', () => {
  const vector = [0.31, -0.02, 0.117, 0.25];
  expect(cosine(vector, quantize(vector))).toBeGreaterThan(0.9999);
  expect([...quantize([0, 0])]).toEqual([0, 0]);
});

test('weighs directions in a mean', () => {
  const mean = meanDirection(2, [
    { vector: [10, 0], weight: 3 },
    { vector: [0, 1], weight: 1 },
    { vector: [0, 0], weight: 9 },
  ]);
  expect([...mean]).toEqual([3, 1]);
  expect([...meanDirection(2, [])]).toEqual([0, 0]);
});

describe('the word vectors of the registry', () => {
  let vectors: WordVectors;

  beforeAll(async () => {
    vectors = load(await readFile('registry/word-vectors.bin'));
  });

  const vectorOf = (word: string) => vectors.vectorAt(vectors.find(word) ?? Number.NaN);

  test('has 20,000 to 40,000 words', () => {
    expect(vectors.words.length).toBeGreaterThanOrEqual(20_000);
    expect(vectors.words.length).toBeLessThanOrEqual(40_000);
  });

  test.each([
    ['rain', 'snow', 'invoice'],
    ['currency', 'dollar', 'recipe'],
    ['film', 'movie', 'vaccine'],
    ['doctor', 'hospital', 'guitar'],
    ['train', 'railway', 'protein'],
  ])('puts "%s" closer to "%s" than to "%s"', (word, near, far) => {
    expect(cosine(vectorOf(word), vectorOf(near))).toBeGreaterThan(cosine(vectorOf(word), vectorOf(far)) + 0.2);
  });
});

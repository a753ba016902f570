import { readFileSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { TermCache } from './term-cache.ts';

let folder: string;
let computed: string[];

beforeEach(async () => {
  folder = await makeTemporaryFolder('terms-');
});
afterEach(() => removeFolder(folder));

const file = () => path.join(folder, 'terms');
const records = () => `${file()}.records`;
const analyze = (textKey: string) => ({
  terms: new Map([
    [`word of ${textKey}`, 255],
    ['shared', 7],
    ['ünicode', 0],
  ]),
  direction: Int8Array.of(textKey.length, -128, 127),
});

/** Reads the texts of some listings, and records in `computed` which ones were not in the file. */
function read(textKeys: readonly string[], key = 'code') {
  computed = [];
  const cache = new TermCache(file(), key);
  const found = textKeys.map(textKey =>
    cache.get(textKey, () => {
      computed.push(textKey);
      return analyze(textKey);
    }),
  );
  cache.save();
  cache.close();
  const expected = textKeys.map(analyze);
  expect(found.map(({ terms }) => [...terms])).toEqual(expected.map(({ terms }) => [...terms]));
  expect(found.map(({ direction }) => [...direction])).toEqual(expected.map(({ direction }) => [...direction]));
}

const MANY = Array.from({ length: 30 }, (_, number) => `listing ${number}`);

test('computes the terms of a listing once, in any order', () => {
  read(MANY);
  expect(computed).toEqual(MANY);
  read(MANY.toReversed());
  expect(computed).toEqual([]);
});

test('computes the terms of changed listings, and saves them once there are several', () => {
  read(MANY);
  const before = statSync(file()).mtimeMs;
  const changed = ['changed', ...MANY.slice(1)];
  read(changed);
  read(changed);
  expect(computed).toEqual(['changed']);
  expect(statSync(file()).mtimeMs).toBe(before);
  const several = ['one', 'two', 'three', ...MANY.slice(3)];
  read(several);
  read(several);
  expect(computed).toEqual([]);
});

test('finds the terms that it computed or read', () => {
  read(MANY);
  const cache = new TermCache(file(), 'code');
  cache.get('new', () => analyze('new'));
  for (const textKey of ['new', ...MANY]) {
    const { terms, direction } = cache.find(textKey) ?? {};
    expect([...(terms ?? [])]).toEqual([...analyze(textKey).terms]);
    expect(direction).toEqual(analyze(textKey).direction);
  }
  expect(cache.find('none')).toBeUndefined();
});

test('finds terms that it has written to the file already', () => {
  const cache = new TermCache(file(), 'code');
  const long = (textKey: string) => ({
    terms: new Map(Array.from({ length: 9000 }, (_, at) => [`${textKey} ${at}`, at % 256])),
    direction: Int8Array.of(textKey.length),
  });
  for (const textKey of MANY) cache.get(textKey, () => long(textKey));
  for (const textKey of MANY) {
    const { terms, direction } = cache.find(textKey) ?? {};
    expect(new Map(terms)).toEqual(long(textKey).terms);
    expect(direction).toEqual(long(textKey).direction);
  }
  cache.close();
});

test('computes all terms again for other code', () => {
  read(MANY);
  read(MANY, 'other code');
  expect(computed).toEqual(MANY);
});

test.each([
  ['is empty', () => truncateSync(file())],
  ['is truncated', () => truncateSync(file(), statSync(file()).size - 1)],
  ['has a flipped bit', () => writeFileSync(file(), flipLastBit(readFileSync(file())))],
  ['is not a cache', () => writeFileSync(file(), 'null\n')],
  ['has no records', () => unlinkSync(records())],
  ['has truncated records', () => truncateSync(records(), statSync(records()).size - 1)],
  ['has records with a flipped bit', () => writeFileSync(records(), flipLastBit(readFileSync(records())))],
])('computes all terms again if the file %s', (_, damage) => {
  read(MANY);
  damage();
  read(MANY);
  expect(computed).toEqual(MANY);
});

test('works without listings', () => {
  read([]);
  read([]);
  expect(computed).toEqual([]);
});

function flipLastBit(bytes: Buffer): Buffer {
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes;
}

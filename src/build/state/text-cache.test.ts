import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { TextCache } from './text-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder('texts-');
});
afterEach(() => removeFolder(folder));

const file = () => path.join(folder, 'texts');
const KEYS = Array.from({ length: 30 }, (_, number) => `listing ${number}`);

/** Reads some texts, saves them, and returns the keys of those that had to be computed. */
function read(keys: readonly string[], code = 'code'): readonly string[] {
  const computed: string[] = [];
  const cache = new TextCache(file(), code);
  for (const key of keys) {
    const text = cache.get(key, () => {
      computed.push(key);
      return `Größe of\n"${key}"`;
    });
    expect(text).toBe(`Größe of\n"${key}"`);
  }
  cache.save();
  return computed;
}

test('computes a text once', () => {
  expect(read(KEYS)).toEqual(KEYS);
  expect(read(KEYS.toReversed())).toEqual([]);
});

test('computes changed texts, and writes the file again only after several', () => {
  read(KEYS);
  const before = statSync(file()).mtimeMs;
  const one = ['changed', ...KEYS.slice(1)];
  expect(read(one)).toEqual(['changed']);
  expect(statSync(file()).mtimeMs).toBe(before);
  const several = ['a', 'b', 'c', ...KEYS.slice(3)];
  expect(read(several)).toEqual(['a', 'b', 'c']);
  expect(read(several)).toEqual([]);
});

test('computes all texts after a change of the code, and if the file is damaged', () => {
  read(KEYS);
  expect(read(KEYS, 'other code')).toEqual(KEYS);
  truncateSync(file(), 500);
  expect(read(KEYS, 'other code')).toEqual(KEYS);
  writeFileSync(file(), readFileSync(file(), 'utf8').replace('Größe', 'Große'));
  expect(read(KEYS, 'other code')).toEqual(KEYS);
});

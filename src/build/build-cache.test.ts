import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { BuildCache } from './build-cache.ts';
import { openBuildCache, openTree, PARTS, type Part } from './tree.ts';

let root: string;
beforeEach(async () => {
  root = await makeTemporaryFolder('cache-');
});
afterEach(() => removeFolder(root));

const at = (...names: string[]) => path.join(root, ...names);
const texts = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => path.join(entry.parentPath, entry.name))
      .map(file => [path.relative(folder, file), readFileSync(file, 'utf8')]),
  );

/** Builds `files` (keys by path; the content names the key and the build) and returns the number of files made. */
async function build(number: number, folder: string, files: Readonly<Record<string, string>>, lastGood?: string) {
  const good = lastGood === undefined ? undefined : { folder: at(lastGood), cacheFile: at(`${lastGood}.json`) };
  const cache = new BuildCache(at(folder), at(`${folder}.json`), good);
  for (const [place, key] of Object.entries(files)) await cache.put(place, key, () => `${key} of build ${number}`);
  cache.finish();
  return cache.made;
}

test('keeps files with the same key and deletes files that are no longer needed', async () => {
  expect(await build(1, 'a', { 'x/1': 'one', 'x/2': 'two', 'y/3': 'three' })).toBe(3);
  expect(await build(2, 'a', { 'x/1': 'one', 'x/2': 'changed', z: 'new' })).toBe(2);
  expect(texts(at('a'))).toEqual({ 'x/1': 'one of build 1', 'x/2': 'changed of build 2', z: 'new of build 2' });
  expect(readdirSync(at('a')).sort()).toEqual(['x', 'z']);
});

test('writes no file outside of the folder', async () => {
  await expect(build(1, 'a/b', { 'x/../../../c/1': 'one' })).rejects.toThrow(RangeError);
  expect(texts(root)).toEqual({});
});

test('keeps a file that another part writes now', async () => {
  const buildParts = async (content: Readonly<Partial<Record<Part, Readonly<Record<string, string>>>>>) => {
    const tree = openTree(at('a'), undefined, at('caches'));
    const caches = PARTS.map(part => ({ part, cache: openBuildCache(tree, part) }));
    for (const { part, cache } of caches) {
      for (const [place, key] of Object.entries(content[part] ?? {}))
        await cache.put(place, key, () => `${key} of ${part}`);
      cache.finish();
    }
  };
  await buildParts({ files: { 'x/1': 'one', 'x/2': 'two' } });
  await buildParts({ pages: { 'x/1': 'one' }, files: { 'x/3': 'three' } });
  expect(texts(at('a'))).toEqual({ 'x/1': 'one of pages', 'x/3': 'three of files' });
});

test('reuses files of the last good folder without writing to it', async () => {
  await build(1, 'good', { 'x/1': 'one', 'x/2': 'two' });
  const before = { ...texts(at('good')), when: statSync(at('good', 'x/2')).mtimeMs };
  expect(await build(2, 'next', { 'x/1': 'one', 'x/2': 'two' }, 'good')).toBe(0);
  expect(await build(3, 'next', { 'x/1': 'one', 'x/2': 'changed' }, 'good')).toBe(1);
  expect(texts(at('next'))).toEqual({ 'x/1': 'one of build 1', 'x/2': 'changed of build 3' });
  expect({ ...texts(at('good')), when: statSync(at('good', 'x/2')).mtimeMs }).toEqual(before);
});

test('links a file of the last good folder once, even if it is requested twice', async () => {
  await build(1, 'good', { 'x/1': 'one' });
  const cache = new BuildCache(at('next'), at('next.json'), { folder: at('good'), cacheFile: at('good.json') });
  expect(cache.tryReuse('/x/1', 'one')).toBe(true);
  await cache.put('/x/1', 'one', () => 'made again');
  expect(cache).toMatchObject({ made: 0, kept: 1 });
  cache.finish();
  expect(texts(at('next'))).toEqual({ 'x/1': 'one of build 1' });
});

test('can reuse the whole last good folder', async () => {
  await build(1, 'good', { 'x/1': 'one', 'x/2': 'two' });
  await build(2, 'other', { 'x/1': 'one', 'x/3': 'three' });
  const cache = new BuildCache(at('other'), at('other.json'), { folder: at('good'), cacheFile: at('good.json') });
  cache.linkAll();
  expect(cache.finish()).toMatchObject({ files: 2, made: 0 });
  expect(texts(at('other'))).toEqual({ 'x/1': 'one of build 2', 'x/2': 'two of build 1' });
});

test('makes a file again after doubt()', async () => {
  const cache = new BuildCache(at('a'), at('a.json'));
  await cache.put('/1', 'one', () => 'in fact two');
  cache.invalidate('/1');
  cache.finish();
  expect(await build(2, 'a', { 1: 'one' })).toBe(1);
  expect(texts(at('a'))).toEqual({ 1: 'one of build 2' });
});

test('reports the number and sizes of files', async () => {
  const cache = new BuildCache(at('a'));
  await cache.put('1', undefined, () => 'four');
  await cache.put('2', undefined, () => 'seven c');
  expect(cache.finish()).toEqual({ files: 2, made: 2, bytes: 11, largest: 7 });
});

test('makes files again that another program changed', async () => {
  await build(1, 'a', { 1: 'one', 2: 'two', 3: 'three' });
  writeFileSync(at('a', '1'), 'written over it, at another length');
  rmSync(at('a', '2'));
  expect(await build(2, 'a', { 1: 'one', 2: 'two', 3: 'three' })).toBe(2);
  expect(texts(at('a'))).toEqual({ 1: 'one of build 2', 2: 'two of build 2', 3: 'three of build 1' });
});

test('does not check files again that are known to be as recorded', async () => {
  await build(1, 'good', { 1: 'one', 2: 'two' });
  await build(2, 'next', { 1: 'one' }, 'good');
  const lastGood = { folder: at('good'), cacheFile: at('good.json'), isAsRecorded: true };
  const cache = new BuildCache(at('next'), at('next.json'), lastGood);
  for (const key of ['one', 'two']) await cache.put(key === 'one' ? '1' : '2', key, () => 'made again');
  expect(cache).toMatchObject({ made: 0, kept: 2 });
  cache.finish();
  expect(texts(at('next'))).toEqual({ 1: 'one of build 1', 2: 'two of build 1' });
});

test('checks a file that differs from the last good one, even if that is known to be as recorded', async () => {
  await build(1, 'good', { 1: 'one' });
  await build(2, 'next', { 1: 'changed' }, 'good');
  writeFileSync(at('next', '1'), 'written over it');
  const lastGood = { folder: at('good'), cacheFile: at('good.json'), isAsRecorded: true };
  const cache = new BuildCache(at('next'), at('next.json'), lastGood);
  await cache.put('1', 'changed', () => 'made again');
  expect(cache.made).toBe(1);
});

test('generates only the files of a group whose names are new, if names identify the content', async () => {
  const open = (folder: string) =>
    new BuildCache(at(folder), at(`${folder}.json`), { folder: at('a'), cacheFile: at('a.json') });
  const put = async (folder: string, key: string, names: readonly string[]) => {
    const cache = open(folder);
    const made = await cache.putGroup(key, async () => new Map(names.map(name => [name, () => Buffer.from(name)])));
    cache.finish();
    return made;
  };
  expect(await put('a', 'k1', ['1', '2', '3'])).toBe(3);
  expect(await put('b', 'k2', ['1', '2', '4'])).toBe(1);
  expect(await put('b', 'k3', ['1', '2', '5'])).toBe(1);
  expect(await put('b', 'k3', ['unused'])).toBe(0);
  expect(texts(at('b'))).toEqual({ 1: '1', 2: '2', 5: '5' });
});

test('keeps or deletes files of a group together', async () => {
  const group = (key: string, number: number) => async (cache: BuildCache) => {
    const made = await cache.putGroup(
      key,
      async () =>
        new Map([
          [`g/${key}`, `build ${number}`],
          ['g/always', key],
        ]),
    );
    cache.finish();
    return made;
  };
  const open = () => new BuildCache(at('a'), at('a.json'));
  expect(await group('k1', 1)(open())).toBe(2);
  expect(await group('k1', 2)(open())).toBe(0);
  rmSync(at('a', 'g/always'));
  expect(await group('k1', 3)(open())).toBe(2);
  expect(await group('k2', 4)(open())).toBe(2);
  expect(texts(at('a'))).toEqual({ 'g/k2': 'build 4', 'g/always': 'k2' });
});

test('records nothing of an unfinished build', async () => {
  await build(1, 'a', { 1: 'one' });
  const cache = new BuildCache(at('a'), at('a.json'));
  await cache.put('1', 'one', () => 'never made');
  expect(readdirSync(root)).toEqual(['a']);
});

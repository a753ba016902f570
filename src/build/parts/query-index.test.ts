import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPublisherCard } from '#site/fixtures/cards.ts';
import { plain } from '#site/fixtures/minimal-manifest.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { BuildCache } from '../build-cache.ts';
import { IndexState } from '../state/index-state.ts';
import { TermCache } from '../state/term-cache.ts';
import { putQueryIndex } from './query-index.ts';

const card = (id: number, description = `Tide tables of harbor ${id}.`) => {
  const address = `https://api-${id}.example`;
  return { ...createPublisherCard(address, { ...plain, description }), digest: `${id} ${description}` };
};
const before = Array.from({ length: 20 }, (_, number) => card(number + 10));
const after = before.with(3, card(13, 'Maps of all islands.'));

/** The folder of a test, with a good build of `before`, and the files of the index of `after`, built at once. */
let root: string;
let whole: ReadonlyMap<string, Buffer>;
beforeEach(async () => {
  // Builds both in each test: a copy would have other modification times, which reveal it to the cache.
  root = await makeTemporaryFolder('query-index-');
  await build(before, 'good');
  whole = (await build(after, 'other', undefined, 'other-state')).files;
});
afterEach(() => removeFolder(root));
const at = (...names: string[]) => path.join(root, ...names);

/** Builds the index of some cards, and returns its files and whether it is an update of the last one. */
async function build(cards: typeof before, folder: string, lastGood?: string, state = 'state') {
  const good = lastGood === undefined ? undefined : { folder: at(lastGood), cacheFile: at(`${lastGood}.files`) };
  const cache = new BuildCache(at(folder), at(`${folder}.files`), good);
  let isUpdate = true;
  const openTerms = () => {
    isUpdate = false;
    return new TermCache(at('terms'), 'key');
  };
  await putQueryIndex(cards, cache, { state: new IndexState(at(state), 'key'), openTerms });
  cache.finish();
  const names = readdirSync(at(folder, 'index'));
  return { isUpdate, files: new Map(names.map(name => [name, readFileSync(at(folder, 'index', name))])) };
}

test('updates the index of the last good build, again and again', async () => {
  expect(await build(after, 'next', 'good')).toEqual({ files: whole, isUpdate: true });
  expect((await build(before, 'third', 'next')).isUpdate).toBe(true);
});

test.each([
  ['there is no state', () => rmSync(at('state'))],
  ['the state is damaged', () => writeFileSync(at('state'), readFileSync(at('state')).fill('x', 200, 210))],
  ['the state is that of another index', () => cpSync(at('other-state'), at('state'))],
  ['the index is damaged', () => writeFileSync(at('good/index/index-0.bin'), 'damaged')],
  ['a file of the index is missing', () => rmSync(at('good/index/index-0.bin'))],
])('builds a whole index if %s', async (_, damage) => {
  damage();
  expect(await build(after, 'next', 'good')).toEqual({ files: whole, isUpdate: false });
});

test('builds a whole index if listings were added and removed', async () => {
  const cards = [...before.slice(1), card(99)];
  expect(await build(cards, 'next', 'good')).toMatchObject({ isUpdate: false });
  expect(await build(cards, 'third', 'next')).toMatchObject({ isUpdate: true });
});

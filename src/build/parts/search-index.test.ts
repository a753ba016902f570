import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cardsInMemory } from '#site/data/cards/cards.ts';
import { createPublisherCard } from '#site/fixtures/cards.ts';
import { plain } from '#site/fixtures/minimal-manifest.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { BuildCache } from '../build-cache.ts';
import { createIndex } from '../pagefind/create-index.ts';
import { SILENT } from '../progress.ts';
import { putSearchIndex, toSearchPage } from './search-index.ts';

const card = (id: number, description = `Tide tables of harbor ${id}.`) =>
  createPublisherCard(`https://api-${id}.example`, { ...plain, description });
const before = Array.from({ length: 20 }, (_, number) => card(number + 10));
const after = before.with(3, card(13, 'Maps of all islands.'));

/** The folder of all tests, with a good build of `before`, which no test changes. */
let root: string;
let state: Buffer;
const at = (...names: string[]) => path.join(root, ...names);

beforeAll(async () => {
  root = await makeTemporaryFolder('search-index-');
  await build(before, 'good');
  state = readFileSync(at('search-0.pages'));
});
beforeEach(() => writeFileSync(at('search-0.pages'), state));
afterAll(() => removeFolder(root));

/** Builds the index of some cards, and returns whether it is an update of the last one. */
async function build(cards: typeof before, folder: string, lastGood?: string, key = 'code'): Promise<boolean> {
  const good = lastGood === undefined ? undefined : { folder: at(lastGood), cacheFile: at(`${lastGood}.files`) };
  const cache = new BuildCache(at(folder), at(`${folder}.files`), good);
  // Only a whole index needs the terms of all listings, and saves them.
  rmSync(at('search-0'), { force: true });
  await putSearchIndex(cardsInMemory(cards), cache, { tree: { cacheDir: root }, key, progress: SILENT });
  cache.finish();
  expectFiles(folder, cards);
  return !existsSync(at('search-0'));
}

/** Expects the files of a whole index of some cards, and those of the client. */
function expectFiles(folder: string, cards: typeof before): void {
  const names = readdirSync(at(folder, 'pagefind'), { recursive: true, encoding: 'utf8' });
  const files = names.filter(name => statSync(at(folder, 'pagefind', name)).isFile() && name !== 'parts.json');
  const index = createIndex(cards.map(each => toSearchPage(each)));
  expect(files.filter(name => !/\.js$|^wasm/.test(name)).sort()).toEqual([...index.keys()].sort());
  for (const [name, content] of index) {
    const expected = Buffer.from(typeof content === 'function' ? content() : content);
    expect(readFileSync(at(folder, 'pagefind', name)).equals(expected), name).toBe(true);
  }
}

test('updates the index of the last good build, again and again', async () => {
  expect(await build(after, 'next', 'good')).toBe(true);
  expect(await build(after.with(3, card(13, 'Tide tables.')), 'third', 'next')).toBe(true);
  expect(await build(before, 'fourth', 'third')).toBe(true);
});

test.each([
  ['there is no state', () => rmSync(at('search-0.pages'))],
  ['the state is damaged', () => writeFileSync(at('search-0.pages'), Buffer.from(state).fill('x', 200, 210))],
])('creates a whole index if %s', async (title, damage) => {
  damage();
  expect(await build(after, title, 'good')).toBe(false);
});

test('creates a whole index if the state is that of another build', async () => {
  await build(after, 'other', 'good');
  expect(await build(before.with(5, card(15, 'Maps.')), 'after other', 'good')).toBe(false);
});

test('creates a whole index for other code, and if many listings have changed', async () => {
  expect(await build(after, 'other code', 'good', 'other code')).toBe(false);
  writeFileSync(at('search-0.pages'), state);
  const changed = before.map((each, number) => (number < 3 ? card(number + 10, 'Other texts.') : each));
  expect(await build(changed, 'many', 'good')).toBe(false);
});

test('creates a whole index if listings were added or removed, and updates it if one replaces another', async () => {
  expect(await build([...before, card(99)], 'added', 'good')).toBe(false);
  writeFileSync(at('search-0.pages'), state);
  expect(await build(before.slice(1), 'removed', 'good')).toBe(false);
  writeFileSync(at('search-0.pages'), state);
  expect(await build([...before.slice(0, -1), card(99)], 'replaced', 'good')).toBe(true);
});

test('creates a whole index if a file of the last one is missing', async () => {
  await build(before, 'incomplete', 'good');
  const [range = ''] = readdirSync(at('incomplete/pagefind/index'));
  rmSync(at('incomplete/pagefind/index', range));
  expect(await build(after, 'after incomplete', 'incomplete')).toBe(false);
});

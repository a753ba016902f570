import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSampling } from '#query/index/rows/sample-rows.ts';
import type { Card } from '#site/data/cards/card.ts';
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
async function build(cards: readonly Card[], folder: string, lastGood?: string, state = 'state') {
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

test('builds a whole index if a change in the sample changes the packing of other rows', async () => {
  // The description occurs twice now, which is too rarely for a phrase, but the row of listing 14 has it in one piece.
  const cards = before.with(3, card(13, 'Tide tables of harbor 14.'));
  const { files } = await build(cards, 'other', undefined, 'other-state');
  expect(await build(cards, 'next', 'good')).toEqual({ files, isUpdate: false });
});

test('updates an index without reading rows if no listing of the sample has changed', async () => {
  const cards = Array.from({ length: 1600 }, (_, number) => withRow(card(10), { id: `api-${number}.example` }));
  const isSampled = createSampling(cards.length);
  const number = cards.findIndex(({ id }) => !isSampled(id));
  const changed = cards.with(number, withRow(cards[number] as Card, { description: 'Maps of all islands.' }));
  await build(cards, 'first', undefined, 'first-state');
  const { files } = await build(changed, 'second', undefined, 'second-state');
  const read = vi.fn();
  const unchanged = { get: read };
  const observed = changed.map((each, at) =>
    at === number ? each : Object.defineProperty({ ...each }, 'row', unchanged),
  );
  expect(await build(observed, 'next', 'first', 'first-state')).toEqual({ files, isUpdate: true });
  expect(read).not.toHaveBeenCalled();
});

function withRow(card: Card, changes: Partial<Card['row']>): Card {
  const row = { ...card.row, ...changes };
  return { ...card, row, brief: row, id: row.id, digest: `${row.id} ${row.description}`, textKey: '' };
}

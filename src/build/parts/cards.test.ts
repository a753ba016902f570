import { appendFileSync, readFileSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { readdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ListingRecord, recordPath } from '#listing/listing-record.ts';
import { getFilterValues, packFilterValues } from '#query/index/filter-values.ts';
import type { Card } from '#site/data/cards/card.ts';
import { CardsFile } from '#site/data/cards/cards-file.ts';
import { plain } from '#site/fixtures/minimal-manifest.ts';
import { createPublisherRecord } from '#site/fixtures/registry.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import type { Tree } from '../tree.ts';
import { cardsFile, saveCurrentCards } from './cards.ts';

const bases = { registry: 'https://registry.example', site: 'https://registry.example' };
let root: string;
let tree: Tree;
let opened: CardsFile[];

beforeEach(async () => {
  root = await makeTemporaryFolder('cards-');
  tree = { folder: path.join(root, 'dist'), lastGood: undefined, cacheDir: root };
  opened = [];
});
afterEach(() => {
  for (const cards of opened) cards.close();
  return removeFolder(root);
});

const record = (host: string, name = host) => createPublisherRecord(`https://${host}`, { ...plain, name });
const put = (...records: readonly ListingRecord[]) => Promise.all(records.map(each => writeRecord(root, each)));
const remove = (id: string) => rm(path.join(root, 'listings', recordPath(id)));

async function save(key = 'key') {
  const { changes } = await saveCurrentCards({ registry: root }, bases, tree, key);
  const cards = new CardsFile(cardsFile(tree));
  opened.push(cards);
  return { cards, changes };
}

/** Reads all members of a card, which reads them on request. */
function readWhole(card: Card) {
  const { row, text, digest, textKey, changedAt, endpointPages, price, results, endpoints } = card;
  const { filterValues, authentication, protocol, lastCheckedAt, nextCheckBy } = card;
  const counted = { filterValues, authentication, protocol, endpoints, lastCheckedAt, nextCheckBy };
  return { row, text, digest, textKey, changedAt, endpointPages, price, results, ...counted };
}
const namesOf = (cards: CardsFile) => Array.from(cards, ({ row }) => row.name);

test('saves the cards of an empty registry', async () => {
  const { cards, changes } = await save();
  expect([...cards]).toEqual([]);
  expect(changes).toEqual({ changed: [], added: 0, gone: [] });
});

test('saves the same cards after a change as for a new registry, sorted by id', async () => {
  await put(record('a.example'), record('b.example', 'Bäume „und“ 木'), record('c.example'), record('z-a.example'));
  const before = await save();
  expect(before.changes).toEqual({ changed: expect.arrayContaining(['a.example', 'z-a.example']), added: 4, gone: [] });
  expect(namesOf(before.cards)).toEqual(['a.example', 'Bäume „und“ 木', 'c.example', 'z-a.example']);

  await put(record('b.example', 'Trees'), record('aa.example'));
  await remove('c.example');
  const after = await save();
  expect(after.changes).toEqual({
    changed: expect.arrayContaining(['aa.example', 'b.example']),
    added: 1,
    gone: ['c.example'],
  });
  expect(after.changes.changed).toHaveLength(2);
  expect(namesOf(after.cards)).toEqual(['a.example', 'aa.example', 'Trees', 'z-a.example']);
  const incremental = Array.from(after.cards, readWhole);
  expect((await save('other key')).changes.changed).toHaveLength(4);
  expect(Array.from((await save('other key')).cards, readWhole)).toEqual(incremental);
});

test('finds a card by its id, with what callers need of all cards', async () => {
  await put(record('a.example'), record('b.example', 'Bäume'), record('c.example'));
  const { cards } = await save();
  for (const [number, { row, ...card }] of Array.from(cards, readWhole).entries()) {
    expect(cards.find(row.id)).toBe(number);
    expect([cards.id(number), cards.status(number)]).toEqual([row.id, row.status]);
    expect([cards.digest(number), cards.textKey(number)]).toEqual([card.digest, card.textKey]);
    expect(row).toMatchObject(cards.brief(number));
    expect(card).toMatchObject({ lastCheckedAt: row.last_checked_at, authentication: plain.authentication });
    expect(new Set(card.filterValues)).toEqual(getFilterValues(row));
    const { name, categories, primaryCategory, createdAt } = cards.at(number);
    expect({ name, categories, primaryCategory, createdAt }).toEqual({
      name: row.name,
      categories: row.categories,
      primaryCategory: row.primary_category,
      createdAt: row.created_at,
    });
  }
  const texts = cards.rowTexts(Uint32Array.of(2, 0)).map(({ bytes }) => Buffer.from(bytes).toString());
  expect(texts).toEqual([cards.at(2), cards.at(0)].map(({ row }) => JSON.stringify(row)));
  expect([cards.find('0.example'), cards.find('bb.example'), cards.find('d.example')]).toEqual([-1, -1, -1]);
  expect(() => cards.at(3)).toThrow(RangeError);
});

test('finds cards in any order, however many are searched', async () => {
  await put(record('a.example'), record('b.example'), record('c.example'));
  const { cards } = await save();
  const searched = Array.from({ length: 1500 }, () =>
    ['c.example', 'a.example', 'd.example'].map(id => cards.find(id)),
  );
  expect(new Set(searched.map(String))).toEqual(new Set(['2,0,-1']));
});

test('continues to read the cards of an earlier build', async () => {
  await put(record('a.example', 'One'), record('b.example'));
  const { cards } = await save();
  await put(record('a.example', 'Two'));
  await save();
  await put(record('a.example', 'Three'));
  await save('other key');
  expect(namesOf(cards)).toEqual(['One', 'b.example']);
});

test('writes the unused contents of many changes again', async () => {
  const size = async () => {
    const files = (await readdir(root)).filter(name => name.startsWith('cards.'));
    expect(files).toHaveLength(1);
    return files.reduce((sum, name) => sum + statSync(path.join(root, name)).size, 0);
  };
  await put(record('a.example'));
  for (let change = 0; change < 60; change++) {
    const description = `${change} ${'long '.repeat(390)}`;
    await put(createPublisherRecord('https://b.example', { ...plain, description }));
    const { cards } = await save();
    expect(Array.from(cards, ({ row }) => row.description)).toEqual([plain.description, description]);
    expect(await size()).toBeLessThan(80_000);
  }
});

test('writes nothing without changes and everything after a change of the sources', async () => {
  await put(record('a.example'));
  await save();
  const { ino, mtimeMs } = statSync(cardsFile(tree));
  expect((await save()).changes).toEqual({ changed: [], added: 0, gone: [] });
  expect(statSync(cardsFile(tree))).toMatchObject({ ino, mtimeMs });
  expect((await save('other')).changes).toEqual({ changed: ['a.example'], added: 1, gone: [] });
});

test.each([
  ['columns are truncated', () => truncateSync(cardsFile(tree), statSync(cardsFile(tree)).size - 1)],
  ['columns are longer', () => appendFileSync(cardsFile(tree), ' ')],
  ['columns are empty', () => truncateSync(cardsFile(tree))],
  ['columns have another format', () => writeFileSync(cardsFile(tree), '{"key":"key","count":2}\n{"row":')],
  ['contents are truncated', () => truncateSync(contentsFile(), statSync(contentsFile()).size - 1)],
  ['contents are missing', () => unlinkSync(contentsFile())],
  ['contents belong to other cards', () => writeFileSync(contentsFile(), readFileSync(contentsFile()).fill('x', 0, 8))],
])('reads all records again if the %s', async (_, damage) => {
  await put(record('a.example'), record('b.example'));
  await save();
  damage();
  const { cards, changes } = await save();
  expect(changes.changed).toHaveLength(2);
  expect(namesOf(cards)).toEqual(['a.example', 'b.example']);
});

test('reads all records again after it has found damaged contents', async () => {
  await put(record('a.example'), record('b.example'));
  await save();
  const contents = readFileSync(contentsFile());
  writeFileSync(contentsFile(), contents.fill('x', Math.floor(contents.length / 2)));
  const { cards } = await save();
  expect(() => namesOf(cards)).toThrow('Build again');
  expect(namesOf((await save()).cards)).toEqual(['a.example', 'b.example']);
});

test('reads all records again after it has found damaged filter values', async () => {
  await put(record('a.example'));
  const { filterValues } = (await save()).cards.at(0);
  const columns = readFileSync(cardsFile(tree));
  const packed = packFilterValues(filterValues);
  const start = columns.indexOf(packed);
  writeFileSync(cardsFile(tree), columns.fill(0x7f, start, start + packed.length));
  const { cards } = await save();
  expect(() => cards.at(0).filterValues).toThrow('Build again');
  expect(new Set((await save()).cards.at(0).filterValues)).toEqual(new Set(filterValues));
});

test('ignores what a killed build has appended', async () => {
  await put(record('a.example'));
  await save();
  appendFileSync(contentsFile(), '{"row":');
  await put(record('b.example'));
  expect(namesOf((await save()).cards)).toEqual(['a.example', 'b.example']);
});

function contentsFile(): string {
  return `${cardsFile(tree)}.0`;
}

test('detects a rewritten record with the same size and modification time', async () => {
  const old = new Date('2026-01-01T00:00:00Z');
  await put(record('a.example', 'One'));
  const file = path.join(root, 'listings', recordPath('a.example'));
  await utimes(file, old, old);
  await save();
  await put(record('a.example', 'Two'));
  await utimes(file, old, old);
  expect(namesOf((await save()).cards)).toEqual(['Two']);
});

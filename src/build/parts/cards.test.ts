import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ListingRecord } from '#listing/listing-record.ts';
import type { Card } from '#site/data/card.ts';
import { plain } from '#site/fixtures/minimal-manifest.ts';
import { createPublisherRecord } from '#site/fixtures/registry.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import type { Tree } from '../tree.ts';
import { cardsFile, changedCards, currentCards, keepCards, writtenCards } from './cards.ts';

const bases = { registry: 'https://registry.example', site: 'https://registry.example' };
let root: string;
let tree: Tree;

beforeEach(async () => {
  root = await makeTemporaryFolder('cards-');
  tree = { folder: path.join(root, 'dist'), lastGood: undefined, cacheDir: root };
});
afterEach(() => removeFolder(root));

const record = (host: string, name = host) => createPublisherRecord(`https://${host}`, { ...plain, name });
const put = (...records: readonly ListingRecord[]) => Promise.all(records.map(each => writeRecord(root, each)));
const current = (key = 'key') => currentCards({ registry: root }, bases, tree, key);

test('writes a cards file for an empty registry', async () => {
  keepCards(tree, 'key', await current());
  expect(await readdir(root)).toContain('cards');
  expect(writtenCards(tree, 'key')).toEqual([]);
});

/** Returns a card with its texts, which a card from a file parses on request. */
const whole = (card: Card) => ({ ...card, text: card.text });

test('reports changes that turn the old cards into the new ones', async () => {
  await put(record('a.example'), record('b.example', 'Bäume „und“ 木'), record('c.example'));
  const before = await current();
  keepCards(tree, 'key', before);
  const written = writtenCards(tree, 'key');
  expect(written.map(whole)).toEqual(before.cards.map(whole));

  await put(record('b.example', 'Trees'), record('aa.example'));
  await removeFolder(path.join(root, 'listings'));
  await put(record('a.example'), record('b.example', 'Trees'), record('aa.example'));
  const { cards, changes, isNew } = await current();
  expect(isNew).toBe(true);
  expect(cards.map(({ row }) => row.name)).toEqual(['a.example', 'aa.example', 'Trees']);
  expect(changes.gone).toEqual(['c.example']);
  expect(changes.cards.map(({ row }) => row.id)).toEqual(['aa.example', 'b.example']);
  expect(changedCards(written, changes).map(whole)).toEqual(cards.map(whole));
});

test('writes nothing without changes and everything after a change of the sources', async () => {
  await put(record('a.example'));
  keepCards(tree, 'key', await current());
  expect(await current()).toMatchObject({ isNew: false, changes: { cards: [], gone: [] } });
  expect(await current('other')).toMatchObject({ isNew: true, changes: { cards: [{ row: { id: 'a.example' } }] } });
  expect(writtenCards(tree, 'other')).toEqual([]);
});

test('ignores a truncated file', async () => {
  await put(record('a.example'), record('b.example'));
  keepCards(tree, 'key', await current());
  await writeFile(cardsFile(tree), '{"key":"key","count":2}\n{"row":');
  expect(writtenCards(tree, 'key')).toEqual([]);
  expect((await current()).cards).toHaveLength(2);
});

test('detects a rewritten record with the same size and modification time', async () => {
  const old = new Date('2026-01-01T00:00:00Z');
  await put(record('a.example', 'One'));
  const [file = ''] = (await readdir(path.join(root, 'listings'), { recursive: true })).filter(each =>
    each.endsWith('.json'),
  );
  await utimes(path.join(root, 'listings', file), old, old);
  keepCards(tree, 'key', await current());
  await put(record('a.example', 'Two'));
  await utimes(path.join(root, 'listings', file), old, old);
  expect((await current()).cards.map(({ row }) => row.name)).toEqual(['Two']);
});

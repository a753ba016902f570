import { afterAll, beforeAll, expect, test } from 'vitest';
import { findStaticWords } from '#site/browser/search/static-search.ts';
import { createIndex } from './create-index.ts';
import type { SearchPage } from './index-format.ts';
import { type OpenClient, openClient } from './open-client.fixture.ts';

/** Enough words for several ranges, in ASCII and beyond, among them characters whose order differs in bytes and in UTF-16. */
const RARE = ['größe', '天気', '\u{20bb7}野', '\ufa0e\ufa0f', 'zebra'];
const COMMON = Array.from({ length: 3000 }, (_, number) => `common${number.toString(36)}`);

const page = (name: string, words: readonly (readonly [string, number])[], title = name): SearchPage => ({
  url: `/apis/${name}/`,
  meta: { title, id: name, description: `About ${name}.` },
  words: new Map([...words, ...title.split(' ').map(word => [word, 1] as const)]),
  titleWords: title.split(' '),
});

const PAGES = [
  page('harbor', [['harbor', 8], ['ship', 3], ...COMMON.map(word => [word, 1] as const)]),
  page('tides', [
    ['ship', 8],
    ...RARE.map(word => [findStaticWords(word).join(' '), 2] as const),
    ...COMMON.map(word => [word, 1] as const),
  ]),
  page('fleet', [['harbor', 1]], 'ship'),
];

let client: OpenClient;
beforeAll(async () => {
  client = await openClient(PAGES);
});
afterAll(() => client.close());

const find = async (text: string) => (await client.search(text, 10)).map(({ meta }) => meta.id);

test.each(RARE)('finds the word "%s"', async word => {
  expect(await find(word)).toEqual(['tides']);
});

test('finds each of many words', async () => {
  for (const word of COMMON.filter((_, number) => number % 100 === 0))
    expect((await find(word)).sort()).toEqual(['harbor', 'tides']);
});

test('finds the beginning of a word, and pages with all of several words', async () => {
  expect(await find('zebr')).toEqual(['tides']);
  expect(await find('ship zebra')).toEqual(['tides']);
});

test('ranks by strength, and words of the title first', async () => {
  expect(await find('harbor')).toEqual(['harbor', 'fleet']);
  expect(await find('ship')).toEqual(['fleet', 'tides', 'harbor']);
});

test('returns the URL and the data of a page', async () => {
  expect(await client.search('ship', 1)).toMatchObject([
    { url: '/apis/fleet/', meta: { title: 'ship', id: 'fleet', description: 'About fleet.' } },
  ]);
});

test('finds nothing in an empty index', () => {
  expect([...createIndex([]).keys()]).toContain('pagefind-entry.json');
});

test('a changed page leaves most files as they are', () => {
  const changed = page('fleet', [['changed', 1]], 'ship');
  const names = new Set(createIndex(PAGES).keys());
  const added = [...createIndex([...PAGES.slice(0, 2), changed]).keys()].filter(name => !names.has(name));
  expect(names.size).toBeGreaterThan(12);
  // The list of files, and a range for each of the two words.
  expect(added).toContainEqual(expect.stringMatching(/\.pf_meta$/));
  expect(added).toHaveLength(3);
});

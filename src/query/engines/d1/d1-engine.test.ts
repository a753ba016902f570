import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../engine.ts';
import { generatedEntries, seeded } from '../../entries.fixture.ts';
import type { Entry } from '../../entry.ts';
import { buildIndex } from '../../index/build-index.ts';
import { registryEntries, WORD_VECTORS } from '../../registry.fixture.ts';
import { loadWordVectors } from '../../text/meaning/word-vectors.ts';
import { facetCounts } from '../facet-counts.ts';
import { expectSame, parseQueryString, randomSearch, randomSearchQuery } from '../random-queries.fixture.ts';
import { createReferenceEngine } from '../reference-engine.ts';
import { createD1Engine } from './d1-engine.ts';
import { MAX_RANKED } from './search.ts';
import { filledDatabase } from './sqlite.fixture.ts';

const CORPORA: readonly (readonly [name: string, read: () => Promise<Entry[]> | Entry[], queries: number])[] = [
  ['a third of the records of the project', async () => (await registryEntries()).filter((_, i) => i % 3 === 0), 400],
  ['as many listings as a search ranks', () => generatedEntries(MAX_RANKED), 800],
];

describe.each(CORPORA)('the database over %s', (_, read, queries) => {
  let entries: readonly Entry[];
  let engine: Engine;
  let plain: Engine;

  beforeAll(async () => {
    entries = await read();
    engine = createD1Engine(await filledDatabase(entries));
    plain = createReferenceEngine(entries);
  });

  test('returns the same bytes as the plain engine for random queries', async () => {
    const random = seeded(21);
    for (let i = 0; i < queries; i++) await expectSame(engine, plain, randomSearch(random));
  });

  test('returns the same matches as the plain engine for q, in the same order', async () => {
    const random = seeded(22);
    for (let i = 0; i < 80; i++) {
      const search = new URLSearchParams({ q: randomSearchQuery(entries, random), limit: '500' });
      for (const [name, value] of randomSearch(random, ['sort', 'order', 'category', 'badges']))
        search.set(name, value);
      await expectSame(engine, plain, search);
    }
  });

  test.each([
    'a',
    'e c',
    'ing',
    '-',
    'C++',
    '"',
    `' OR 1=1 --`,
    'name : x OR *',
    'NEAR(a b)',
    '^weather',
    'weather*',
    '\\',
    '\u0301',
    '日本',
    '😀',
    'Straße',
    'cafe',
    'forcast',
    'ofrecast',
    'translatoin dictoinary',
    'curency converter',
    'weatherforecast',
    'publicwheather',
    'publictransport stationns',
    'accomodattion forecst',
    'the tranlsattion of Tpyeforms',
    'alternative to frankfurter',
    'apis similar to open meteo',
    'zorptech competitors',
    'x'.repeat(200),
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    'where is the zeppelin',
    'withh zeppelin',
    'fromm zeppelin',
    'we',
    'the use',
    'weather fo',
    'wea',
    'massage',
  ])('returns the same as the plain engine for %s', async q => {
    await expectSame(engine, plain, new URLSearchParams({ q, limit: '500' }));
  });

  test('counts the matches of each filter', async () => {
    for (const search of ['', 'q=forecast+rain', 'q=zeppelin']) {
      const query = parseQueryString(new URLSearchParams(search));
      expect(await facetCounts(engine, query, ['EUR', 'USD'])).toEqual(await facetCounts(plain, query, ['EUR', 'USD']));
    }
  });
});

test('returns the same as the plain engine with word vectors, which mark correct words', async () => {
  const entries = (await registryEntries()).filter((_, i) => i % 3 === 0);
  const vectors = loadWordVectors(WORD_VECTORS);
  if (!vectors.ok) throw new Error(vectors.error);
  const { meaning } = await buildIndex(entries, { wordVectors: WORD_VECTORS });
  const engine = createD1Engine(await filledDatabase(entries, meaning));
  const plain = createReferenceEngine(entries, vectors.value);
  for (const q of ['massage', 'massage zebra', 'baisc', 'forcast', 'text message', 'send a fax']) {
    await expectSame(engine, plain, new URLSearchParams({ q, limit: '500' }));
  }
  expect((await engine.search(parseQueryString(new URLSearchParams({ q: 'massage' })))).match).toBe('near');
});

test('ranks the best candidates of a query with more matches', async () => {
  const entries = generatedEntries(1_500);
  const engine = createD1Engine(await filledDatabase(entries));
  const query = parseQueryString(new URLSearchParams({ q: 'forecast' }));
  const all = await createReferenceEngine(entries).search(query);
  const best = await engine.search(query);
  expect(all.total).toBeGreaterThan(MAX_RANKED);
  expect(best).toMatchObject({ total: MAX_RANKED, match: all.match });
});

import { expect, test } from 'vitest';
import type { Catalog } from '#edge/catalog/catalog.ts';
import type { Matches } from '#query/engine.ts';
import { DEFAULT_QUERY } from '#query/query.ts';
import { observeSearches } from './observe-searches.ts';

const found: Matches = { total: 0, count: 0, rows: [], changedAt: null };

function catalogOf(search: () => Matches | Promise<Matches>): Catalog {
  return { engine: { search } } as unknown as Catalog;
}

test.each([
  ['none', {}, ['horoscope']],
  ['near', {}, ['horoscope']],
  ['partial', {}, []],
  ['exact', {}, []],
  ['none', { offset: 100 }, []],
  ['none', { limit: 1 }, []],
] as const)('with a match of %s and %j, reports %j', async (match, query, reported) => {
  for (const matches of [{ ...found, match }, Promise.resolve({ ...found, match })]) {
    const texts: string[] = [];
    const { engine } = observeSearches(q => texts.push(q))(catalogOf(() => matches));
    expect(await engine.search({ ...DEFAULT_QUERY, q: 'horoscope', ...query })).toEqual({ ...found, match });
    expect(texts).toEqual(reported);
  }
});

test('returns the same catalog each time, because other results are cached for it', () => {
  const observe = observeSearches(() => undefined);
  const catalog = catalogOf(() => found);
  expect(observe(catalog)).toBe(observe(catalog));
});

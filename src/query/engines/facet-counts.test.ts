import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generatedEntries, seeded } from '../entries.fixture.ts';
import { commonCurrencies, MAX_FACET_CURRENCIES, parseFacets } from '../facets.ts';
import { buildIndex } from '../index/build-index.ts';
import { getFilterValues } from '../index/filter-values.ts';
import { readParameters } from '../parameters.ts';
import { DEFAULT_QUERY } from '../query.ts';
import { facetCounts, facetCountsOfAll } from './facet-counts.ts';
import { createIndexEngine } from './index-engine.ts';
import { randomSearch, randomSearchQuery } from './random-queries.fixture.ts';
import { createReferenceEngine } from './reference-engine.ts';

const entries = generatedEntries(300);
const engine = createReferenceEngine(entries);

const queryOf = (text: string) => {
  const parameters = readParameters(new URLSearchParams(text));
  if (!parameters.ok) throw new Error(text);
  return parameters.value;
};
const totalOf = async (text: string) => (await engine.search(queryOf(text))).total;
const countsOf = (text: string) => facetCounts(engine, queryOf(text), ['EUR', 'USD']);

describe('a facet count', () => {
  test.each([
    ['', 'category', 'weather'],
    ['category=finance', 'category', 'weather'],
    ['category=finance', 'auth_required', 'true'],
    ['category=finance&auth_required=true', 'pricing_model', 'free'],
    ['free_only=true', 'payment_currency', 'USD'],
    ['q=tide', 'primary_category', 'live'],
    ['auth_required=false', 'status', 'lapsed'],
  ])('equals the number of matches of "%s" for %s=%s', async (text, parameter, value) => {
    const search = new URLSearchParams(text);
    search.set(parameter, value);
    const { facets } = await countsOf(text);
    expect(facets[parameter]?.[value]).toBe(await totalOf(String(search)));
  });

  test('exceeds zero for several categories', async () => {
    const { total, facets } = await countsOf('');
    expect(total).toBe(await totalOf(''));
    expect(Object.values(facets.category ?? {}).filter(count => count > 0).length).toBeGreaterThan(3);
  });

  test('adds a badge to the selected badges', async () => {
    const { total, facets } = await countsOf('badges=auth-verified');
    expect(facets.badges?.['auth-verified']).toBe(total);
    expect(facets.badges?.['payment-ready']).toBe(await totalOf('badges=auth-verified,payment-ready'));
  });
});

test('returns the same counts for all rows as for the default query', async () => {
  const listings = entries.map(({ row }) => ({ status: row.status, filterValues: getFilterValues(row) }));
  expect(facetCountsOfAll(listings)).toEqual({
    currencies: ['EUR', 'USD', 'x-credits'],
    ...(await facetCounts(engine, DEFAULT_QUERY, ['EUR', 'USD', 'x-credits'])),
  });
  expect(facetCountsOfAll([])).toEqual({
    currencies: [],
    ...(await facetCounts(createReferenceEngine([]), DEFAULT_QUERY, [])),
  });
});

describe('the index', () => {
  test('counts facets as the reference engine does, with and without text', async () => {
    const fast = createIndexEngine(await buildIndex(entries));
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.boolean(), async (seed, hasText) => {
        const random = seeded(seed);
        const search = randomSearch(random, FILTERS);
        if (hasText) search.set('q', randomSearchQuery(entries, random));
        const query = queryOf(String(search));
        const counts = await facetCounts(fast, query, ['EUR', 'USD', 'unused']);
        expect(counts, String(search)).toEqual(await facetCounts(engine, query, ['EUR', 'USD', 'unused']));
      }),
      { numRuns: 60 },
    );
  });

  test('evaluates the text of a query once for all facets', async () => {
    const index = await buildIndex(entries);
    const readsFor = async (queries: number) => {
      let reads = 0;
      const watched = new Proxy(index, {
        get(target, key, receiver) {
          if (key === 'vocabulary') reads++;
          return Reflect.get(target, key, receiver);
        },
      });
      const query = queryOf('q=wether forecast');
      await createIndexEngine(watched).totals?.(Array.from({ length: queries }, () => query));
      return reads;
    };
    expect(await readsFor(1)).toBeGreaterThan(0);
    expect(await readsFor(100)).toBe(await readsFor(1));
  });
});

describe('invented currencies', () => {
  const invented = Array.from({ length: 5_000 }, (_, i) => `x-${i}`);

  test('do not add facets without bound', () => {
    const facets = parseFacets(commonCurrencies(invented)).filter(({ parameter }) => parameter === 'payment_currency');
    expect(facets).toHaveLength(MAX_FACET_CURRENCIES);
  });

  test.each(['x-a/b', 'x-/../../../../../../a', 'x-a\\b', 'x-a\0b', 'x-\ud800', 'x-é', `x-${'a'.repeat(300)}`])(
    'have no facet if no folder can have the name %j',
    currency => {
      expect(commonCurrencies([currency, currency, 'USD', 'x-gold_2.0'])).toEqual(['USD', 'x-gold_2.0']);
    },
  );

  test('do not displace the ones that more listings have', () => {
    const common = commonCurrencies([...invented, 'USD', null, 'USD', 'EUR', 'EUR', ...invented.slice(0, 10)]);
    expect(common).toEqual(expect.arrayContaining(['EUR', 'USD', ...invented.slice(0, 10)]));
    expect(common).toEqual(common.toSorted());
  });
});

/** The parameters that facets combine with. */
const FILTERS = [
  'category',
  'primary_category',
  'payment_currency',
  'auth_required',
  'badges',
  'status',
  'updated_since',
];

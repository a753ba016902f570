import { describe, expect, test } from 'vitest';
import { generatedEntries } from '../entries.fixture.ts';
import { readParameters } from '../parameters.ts';
import { DEFAULT_QUERY } from '../query.ts';
import { facetCounts, facetCountsOfAll } from './facet-counts.ts';
import { createReferenceEngine } from './reference-engine.ts';

const entries = generatedEntries(300);
const engine = createReferenceEngine(entries);

const queryOf = (text: string) => {
  const parameters = readParameters(new URLSearchParams(text));
  if (!parameters.ok) throw new Error(text);
  return parameters.query;
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
  const rows = entries.map(({ row }) => row);
  expect(facetCountsOfAll(rows, ['EUR', 'USD'])).toEqual(await facetCounts(engine, DEFAULT_QUERY, ['EUR', 'USD']));
  expect(facetCountsOfAll([], [])).toEqual(await facetCounts(createReferenceEngine([]), DEFAULT_QUERY, []));
});

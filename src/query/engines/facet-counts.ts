import type { FacetCounts } from '#contract/facets.ts';
import type { Status } from '#contract/row.ts';
import { LISTED } from '#listing/status.ts';
import type { Engine } from '../engine.ts';
import { type Facet, parseFacets, selectCurrencies } from '../facets.ts';
import { getFilter } from '../filters.ts';
import type { Query } from '../query.ts';

/**
 * Counts the matches of a query for each value of each facet: the total of the query with that value chosen and everything
 * else unchanged. A value replaces the others of its parameter; a badge is added to the others, because listings need all
 * of them. An engine with `totals` evaluates the query once, and each value is then an intersection of sets.
 *
 * @param currencies as in `facetsOf`
 */
export async function facetCounts(engine: Engine, query: Query, currencies: readonly string[]): Promise<FacetCounts> {
  const all = parseFacets(currencies);
  const [total = 0, ...totals] = await totalsOf(engine, [query, ...all.map(facet => withFacet(query, facet))]);
  return { total, facets: byParameter(all, (_, at) => totals[at]) };
}

/** The values of a listing that facets count. */
interface CountedListing {
  readonly status: Status;
  /** The result of `getFilterValues`. */
  readonly filterValues: Iterable<string>;
}

/**
 * Returns the facets of a query without filters and the currencies that have a facet, in one pass over all listings.
 */
export function facetCountsOfAll(
  listings: Iterable<CountedListing>,
): FacetCounts & { readonly currencies: readonly string[] } {
  const counts = new Map<string, number>();
  const add = (value: string) => counts.set(value, (counts.get(value) ?? 0) + 1);
  let total = 0;
  for (const { status, filterValues } of listings) {
    if (LISTED.includes(status)) {
      total++;
      for (const value of filterValues) add(value);
    } else add(`status=${status}`);
  }
  const currencies = selectCurrencies(
    [...counts].flatMap(([value, count]) =>
      value.startsWith(CURRENCY_PREFIX) ? [[value.slice(CURRENCY_PREFIX.length), count]] : [],
    ),
  );
  const facets = byParameter(parseFacets(currencies), ({ parameter, value }) => counts.get(`${parameter}=${value}`));
  return { total, facets, currencies };
}

const CURRENCY_PREFIX = 'payment_currency=';

function byParameter(
  all: readonly Facet[],
  countOf: (facet: Facet, at: number) => number | undefined,
): FacetCounts['facets'] {
  const facets: Record<string, Record<string, number>> = {};
  for (const [at, facet] of all.entries()) {
    facets[facet.parameter] = { ...facets[facet.parameter], [facet.value]: countOf(facet, at) ?? 0 };
  }
  return facets;
}

async function totalsOf(engine: Engine, queries: readonly Query[]): Promise<readonly number[]> {
  if (engine.totals) return engine.totals(queries);
  const totals: number[] = [];
  for (const query of queries) {
    totals.push((await engine.search({ ...query, sort: 'name', limit: 1, offset: 0 })).total);
  }
  return totals;
}

/** The query with one value chosen: it replaces the other values of its filter, or joins them if a listing needs all. */
function withFacet(query: Query, { parameter, value }: Facet): Query {
  if (parameter === 'status') return { ...query, status: [value as Status] };
  const { kind } = getFilter(parameter);
  const chosen = query.filters[parameter] as readonly string[] | undefined;
  const isSwitch = kind === 'boolean' || kind === 'flag';
  const next =
    kind === 'all'
      ? [...new Set([...(chosen ?? []), value])]
      : kind === 'any'
        ? [value]
        : isSwitch
          ? value === 'true'
          : value;
  return { ...query, filters: { ...query.filters, [parameter]: next } };
}

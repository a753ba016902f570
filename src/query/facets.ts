import { FILTER_NAMES, type FilterName, listFilterValues } from './filters.ts';
import { DEFAULT_LIMIT, type Query } from './query.ts';
import { toQueryString } from './query-string.ts';

/** One filter with one value. Static files contain the results of these queries (design: Static output). */
export interface Facet {
  readonly parameter: FilterName;
  readonly value: string;
}

/**
 * Returns all facets of a registry, including empty ones, so that each value of the format has a file.
 * @param currencies the result of `commonCurrencies`
 */
export function parseFacets(currencies: readonly string[]): Facet[] {
  return FILTER_NAMES.flatMap(parameter =>
    (listFilterValues(parameter) ?? currencies).map(value => ({ parameter, value })),
  );
}

/** Publishers can invent currencies, so a facet has only the most common ones; `GET /listings` filters by every currency. */
export const MAX_FACET_CURRENCIES = 100;

/**
 * A currency that can be the name of a folder. A publisher can invent one that no file can have, or that is the path of another
 * folder: with slashes, null characters, or unpaired surrogates, or too long.
 */
const FOLDER_NAME = /^[A-Za-z0-9._-]{1,100}$/;

/**
 * Returns the most common payment currencies that can be the name of a folder, at most `MAX_FACET_CURRENCIES`, A to Z. Ties
 * prefer the first by name.
 * @param currencies the payment currency of each listing; null for none
 */
export function commonCurrencies(currencies: Iterable<string | null>): readonly string[] {
  const counts = new Map<string, number>();
  for (const currency of currencies) if (currency !== null) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return selectCurrencies([...counts]);
}

/** Like `commonCurrencies`, from each currency and its number of listings. */
export function selectCurrencies(counts: readonly (readonly [currency: string, count: number])[]): readonly string[] {
  return counts
    .filter(([currency]) => FOLDER_NAME.test(currency))
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, MAX_FACET_CURRENCIES)
    .map(([currency]) => currency)
    .sort();
}

/** Returns the path of the file with one page of a facet. Pages count from 1. */
export function facetPath({ parameter, value }: Readonly<Record<'parameter' | 'value', string>>, page: number): string {
  return `/listings/by/${parameter}/${encodeURIComponent(value)}/${page}.json`;
}

/** Returns the query whose result is at `facetPath`. */
export function facetSearch(
  { parameter, value }: Readonly<Record<'parameter' | 'value', string>>,
  page: number,
): URLSearchParams {
  const search = new URLSearchParams({ [parameter]: value });
  if (page > 1) search.set('offset', String((page - 1) * DEFAULT_LIMIT));
  return search;
}

/** The file with the first page of all listings, without a filter. */
export const LISTINGS_FILE = '/listings.json';

/** Returns the path of the file with one page of all listings. Pages count from 1. */
export function listingsFile(page: number): string {
  return `/listings/pages/${page}.json`;
}

/** Returns the query that `listingsFile` has the result of. */
export function listingsSearch(page: number): URLSearchParams {
  return new URLSearchParams(page > 1 ? { offset: String((page - 1) * DEFAULT_LIMIT) } : {});
}

/**
 * Returns the paths of the files with the pages of a query, by offset. Undefined if no file has the query: only one
 * filter, or none, with the default order and limit.
 * @param currencies as for `parseFacets`
 */
export function filePages(query: Query, currencies: readonly string[]): ((offset: number) => string) | undefined {
  if (query.limit !== DEFAULT_LIMIT || query.offset % DEFAULT_LIMIT !== 0) return undefined;
  const parameters = [...new URLSearchParams(toQueryString({ ...query, offset: 0 }))];
  const [[parameter, value] = [], ...more] = parameters;
  const toPage = (offset: number) => offset / DEFAULT_LIMIT + 1;
  if (parameter === undefined || value === undefined)
    return offset => (offset === 0 ? LISTINGS_FILE : listingsFile(toPage(offset)));
  const isFacet = more.length === 0 && facetNames(currencies).has(`${parameter}=${value}`);
  return isFacet ? offset => facetPath({ parameter, value }, toPage(offset)) : undefined;
}

/** The facets of a list of currencies as `parameter=value`; the list is the same object until the data changes. */
const facetSets = new WeakMap<readonly string[], ReadonlySet<string>>();

function facetNames(currencies: readonly string[]): ReadonlySet<string> {
  const known = facetSets.get(currencies);
  if (known) return known;
  const names = new Set(parseFacets(currencies).map(({ parameter, value }) => `${parameter}=${value}`));
  facetSets.set(currencies, names);
  return names;
}

import type { Row } from '#contract/row.ts';
import { LISTED } from '#listing/status.ts';
import { newestFirst } from '#listing/time/newest-first.ts';
import document from '#registry/collections.json' with { type: 'json' };
import { getFilterValues, getRequiredValues } from './index/filter-values.ts';
import { readParameters } from './parameters.ts';
import { DEFAULT_QUERY, type Query } from './query.ts';

/** A curated set of APIs on one theme. It has either `listings` or `query`. */
export interface Collection {
  /** Lowercase words with hyphens, as in URLs. */
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  /** The ids of its listings, in the order of the collection. */
  readonly listings?: readonly string[];
  /** The query string of its listings. It has filters only, so that static files can have the results. */
  readonly query?: string;
}

/** The maximum number of listings in a collection of ids, and on the only page of a collection with a query. */
export const MAX_COLLECTION_LISTINGS = DEFAULT_QUERY.limit;

/** All collections of `registry/collections.json`, in their order. `npm run check -- --only registry` checks the file. */
export const COLLECTIONS: readonly Collection[] = document.collections;

/** Returns a collection; undefined if the id is unknown. */
export function findCollection(id: string): Collection | undefined {
  return COLLECTIONS.find(each => each.id === id);
}

/**
 * Returns the query of a collection, newest listings first; undefined if the collection has ids.
 * @throws Error if the query is invalid, which the registry check reports first
 */
export function parseCollectionQuery({ id, query }: Collection): Query | undefined {
  if (query === undefined) return undefined;
  const parameters = readParameters(new URLSearchParams(query));
  if (!parameters.ok) throw new Error(`The collection "${id}" has an invalid query.`, { cause: parameters.error });
  return parameters.value;
}

/**
 * Selects the rows of a collection: its ids in their order, or the matches of its query, newest first.
 * Skips ids without a row, because registries with other data have other listings.
 */
export function selectCollectionRows(collection: Collection, rows: Iterable<Row>): readonly Row[] {
  const query = parseCollectionQuery(collection);
  if (query === undefined) {
    const ids = new Set(collection.listings);
    const byId = new Map<string, Row>();
    for (const row of rows) if (ids.has(row.id) && LISTED.includes(row.status)) byId.set(row.id, row);
    return [...ids].flatMap(id => byId.get(id) ?? []);
  }
  const isMember = createCollectionFilter(collection);
  return newestFirst(
    Array.from(rows).filter(row => LISTED.includes(row.status) && isMember([...getFilterValues(row)])),
    row => row.created_at,
    (a, b) => (a.id < b.id ? -1 : 1),
  );
}

/** Returns a function that decides whether a listing with these values (`getFilterValues`) is in a collection with a query. */
export function createCollectionFilter(collection: Collection): (values: readonly string[]) => boolean {
  const required = getRequiredValues(parseCollectionQuery(collection)?.filters ?? {});
  return values => required.every(alternatives => alternatives.some(value => values.includes(value)));
}

import type { Status } from '#contract/row.ts';
import type { Engine, Matches } from '../engine.ts';
import { add, bitSet } from '../index/bit-set.ts';
import { getRequiredValues } from '../index/filter-values.ts';
import { byRelevance, ListingOrder } from '../index/listing-order.ts';
import {
  countOf,
  intersection,
  type ListingSet,
  listingsIn,
  listingsOf,
  members,
  NO_LISTINGS,
  union,
} from '../index/listing-set.ts';
import { unpackRows } from '../index/packed-rows.ts';
import type { QueryIndex } from '../index/query-index.ts';
import type { SortOrders } from '../index/sort-orders.ts';
import { numberOf } from '../index/string-table.ts';
import type { Query } from '../query.ts';
import { SearchQuery } from '../text/search-query.ts';

/**
 * Creates the fast engine, which assembles responses from sets and sort orders that were computed when the index was
 * built.
 */
export function createIndexEngine(index: QueryIndex): Engine {
  const find = createFinder(index);
  return {
    search(query): Matches {
      const { total, page, matched } = find(query);
      return { total, count: page.length, rows: unpackRows(index.rows, page), ...(matched && { matched }) };
    },
    totals: async queries => countEach(index, queries),
  };
}

/**
 * Counts the matches of queries that have much in common: evaluates each text and each time once, and intersects sets
 * for the rest.
 */
function countEach(index: QueryIndex, queries: readonly Query[]): number[] {
  const findByStatus = createStatusSets(index);
  const changed = new Map<number, ListingSet>();
  const searchQueries = new Map<string, SearchQuery>();
  return queries.map(query => {
    const passing = findPassing(index, query, findByStatus(query.status), changed);
    if (query.q === undefined) return countOf(passing);
    const searchQuery = searchQueries.get(query.q) ?? new SearchQuery(index, query.q);
    searchQueries.set(query.q, searchQuery);
    return searchQuery.total(passing);
  });
}

/** The matches of a query: the numbers of the listings on its page. */
export interface FoundListings extends Pick<Matches, 'total' | 'matched'> {
  readonly page: Uint32Array;
}

/** Finds the matches of queries, without their rows. */
export function createFinder(index: QueryIndex): (query: Query) => FoundListings {
  const orders = pageableOrders(index.orders);
  const findByStatus = createStatusSets(index);
  return query => {
    const { q, sort, order, offset, limit } = query;
    const passing = findPassing(index, query, findByStatus(query.status));
    const searchQuery = q === undefined ? undefined : new SearchQuery(index, q);
    const { listings, matched } = searchQuery?.match(passing) ?? { listings: passing };
    const total = countOf(listings);
    const page =
      sort === 'relevance'
        ? relevantPage(index, listings, searchQuery, query)
        : orders[sort][order].page(listings, total, offset, limit);
    return { total, page, ...(matched && { matched }) };
  };
}

/**
 * Returns the listings that pass all filters of a query, except `q`.
 * @param changed a cache of the sets of `updatedSince`
 */
function findPassing(
  index: QueryIndex,
  { filters, updatedSince }: Query,
  ofStatus: ListingSet,
  changed = new Map<number, ListingSet>(),
): ListingSet {
  const passing = getRequiredValues(filters).map(alternatives => findPassingAny(index, alternatives));
  if (updatedSince !== undefined) {
    const since = changed.get(updatedSince) ?? changedSince(index, updatedSince);
    changed.set(updatedSince, since);
    passing.push(since);
  }
  return passing.reduce(intersection, ofStatus);
}

/**
 * Returns the listings with one of some statuses. Sets are cached, because there are few combinations, and nearly all
 * queries use the same one.
 */
function createStatusSets(index: QueryIndex): (statuses: readonly Status[]) => ListingSet {
  const kept = new Map<string, ListingSet>();
  return statuses => {
    const names = statuses.join();
    const known = kept.get(names);
    if (known) return known;
    const set = findPassingAny(
      index,
      statuses.map(status => `status=${status}`),
    );
    kept.set(names, set);
    return set;
  };
}

/** Returns the listings that pass one of some filter values. A value without listings is not in the index. */
function findPassingAny({ filters, passing, size }: QueryIndex, values: readonly string[]): ListingSet {
  return values
    .map(value => numberOf(filters, value))
    .filter(number => number !== undefined)
    .reduce((set, number) => union(set, listingsIn(passing, [number]), size), NO_LISTINGS);
}

function changedSince({ size, changedAt }: QueryIndex, time: number): ListingSet {
  const changed = bitSet(size);
  for (let listing = 0; listing < size; listing++) {
    if ((changedAt[listing] ?? 0) >= time) add(changed, listing);
  }
  return listingsOf(changed);
}

function relevantPage(
  index: QueryIndex,
  set: ListingSet,
  searchQuery: SearchQuery | undefined,
  { order, offset, limit }: Query,
): Uint32Array {
  const listings = members(set);
  const relevance = searchQuery?.relevanceOf(listings) ?? new Uint16Array(listings.length);
  const verified = findPassingAny(index, ['status=verified']);
  return byRelevance(listings, relevance, verified, order).subarray(offset, offset + limit);
}

function pageableOrders({ name, created_at, verified_at, uptime }: SortOrders) {
  const pageable = ({ asc, desc }: SortOrders['name']) => ({
    asc: new ListingOrder(asc),
    desc: new ListingOrder(desc),
  });
  return {
    name: pageable(name),
    created_at: pageable(created_at),
    verified_at: pageable(verified_at),
    uptime: pageable(uptime),
  };
}

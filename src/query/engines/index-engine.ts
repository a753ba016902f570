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

/** The fast engine: an answer is put together from sets and orders that were computed when the index was built. */
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

/** Counts the matches of queries that have much in common: each text and each time is evaluated once, the rest is sets. */
function countEach(index: QueryIndex, queries: readonly Query[]): number[] {
  const ofStatuses = statusSets(index);
  const changed = new Map<number, ListingSet>();
  const questions = new Map<string, SearchQuery>();
  return queries.map(query => {
    const passing = passingOf(index, query, ofStatuses(query.status), changed);
    if (query.q === undefined) return countOf(passing);
    const question = questions.get(query.q) ?? new SearchQuery(index, query.q);
    questions.set(query.q, question);
    return question.total(passing);
  });
}

/** What matches a query: the listings of its page, by their numbers in the order of their ids. */
export interface FoundListings extends Pick<Matches, 'total' | 'matched'> {
  readonly page: Uint32Array;
}

/** Finds what matches queries, without its rows. */
export function createFinder(index: QueryIndex): (query: Query) => FoundListings {
  const orders = pageableOrders(index.orders);
  const ofStatuses = statusSets(index);
  return query => {
    const { q, sort, order, offset, limit } = query;
    const passing = passingOf(index, query, ofStatuses(query.status));
    const question = q === undefined ? undefined : new SearchQuery(index, q);
    const { listings, matched } = question?.answers(passing) ?? { listings: passing };
    const total = countOf(listings);
    const page =
      sort === 'relevance'
        ? relevantPage(index, listings, question, query)
        : orders[sort][order].page(listings, total, offset, limit);
    return { total, page, ...(matched && { matched }) };
  };
}

/**
 * The listings that pass all filters of a query, `q` excluded.
 * @param changed the sets of `updatedSince` that are known already; missing ones are added
 */
function passingOf(
  index: QueryIndex,
  { filters, updatedSince }: Query,
  ofStatus: ListingSet,
  changed = new Map<number, ListingSet>(),
): ListingSet {
  const passing = getRequiredValues(filters).map(value => passingAny(index, [value]));
  if (updatedSince !== undefined) {
    const since = changed.get(updatedSince) ?? changedSince(index, updatedSince);
    changed.set(updatedSince, since);
    passing.push(since);
  }
  return passing.reduce(intersection, ofStatus);
}

/** The listings that have one of some statuses; kept, because there are few choices, and nearly all ask for the same. */
function statusSets(index: QueryIndex): (statuses: readonly Status[]) => ListingSet {
  const kept = new Map<string, ListingSet>();
  return statuses => {
    const names = statuses.join();
    const known = kept.get(names);
    if (known) return known;
    const set = passingAny(
      index,
      statuses.map(status => `status=${status}`),
    );
    kept.set(names, set);
    return set;
  };
}

/** The listings that pass one of some filter values; a value that no listing has is not in the index. */
function passingAny({ filters, passing, size }: QueryIndex, values: readonly string[]): ListingSet {
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
  question: SearchQuery | undefined,
  { order, offset, limit }: Query,
): Uint32Array {
  const listings = members(set);
  const relevance = question?.relevanceOf(listings) ?? new Uint16Array(listings.length);
  const verified = passingAny(index, ['status=verified']);
  return byRelevance(listings, relevance, verified, order).subarray(offset, offset + limit);
}

function pageableOrders({ name, created_at, verified_at }: SortOrders) {
  const pageable = ({ asc, desc }: SortOrders['name']) => ({
    asc: new ListingOrder(asc),
    desc: new ListingOrder(desc),
  });
  return { name: pageable(name), created_at: pageable(created_at), verified_at: pageable(verified_at) };
}

import type { Row, Status } from '#contract/row.ts';
import type { Engine, Matches } from '../engine.ts';
import { add, type BitSet, bitSet } from '../index/arrays/bit-set.ts';
import { numberOf } from '../index/arrays/string-table.ts';
import { getRequiredValues } from '../index/filter-values.ts';
import { createIndexMeanings, createIndexTerms } from '../index/index-terms.ts';
import { ListingOrder, RelevanceOrder } from '../index/listing-order.ts';
import {
  countOf,
  intersection,
  intersectionOf,
  type ListingSet,
  listingsIn,
  listingsOf,
  NO_LISTINGS,
  toBits,
  union,
} from '../index/listing-set.ts';
import type { QueryIndex } from '../index/query-index.ts';
import { createRowsReader } from '../index/rows/packed-rows.ts';
import type { SortKey, SortOrders } from '../index/sort-orders.ts';
import { ALL_STATUSES, DEFAULT_QUERY, DEFAULT_STATUSES, type Query } from '../query.ts';
import { parseRowTexts } from '../row-text.ts';
import { type RankedListings, Ranker } from '../text/ranking/ranker.ts';
import { gradeOf } from '../text/ranking/relevance.ts';
import { rankText } from '../text/similar-listings.ts';

/**
 * Creates the fast engine, which assembles responses from sets and sort orders that were computed when the index was
 * built.
 */
export function createIndexEngine(index: QueryIndex): Engine {
  const readRows = createRowsReader(index.rows);
  const rank = createSearch(index, readRows);
  const find = createFinder(index, rank);
  return {
    search(query): Matches {
      const { page, total, match, corrections } = find(query);
      const matches: { -readonly [Name in keyof Matches]: Matches[Name] } = {
        total,
        count: page.length,
        changedAt: newestChange(index, page),
        rows: readRows(page),
      };
      if (match) matches.match = match;
      if (corrections) matches.corrections = corrections;
      return matches;
    },
    totals: async queries => countEach(index, queries, rank),
  };
}

/**
 * Counts the matches of queries that have much in common: evaluates each text and each time once, and intersects sets
 * for the rest.
 */
function countEach(index: QueryIndex, queries: readonly Query[], rank: Search): number[] {
  const sets = createSets(index);
  const ranked = new Map<string, ListingSet>();
  return queries.map(query => {
    const passing = findPassing(query, sets);
    if (query.q === undefined) return countOf(passing);
    const found = ranked.get(query.q) ?? { list: rank(query.q).listings.slice() };
    ranked.set(query.q, found);
    return countOf(intersection(found, passing));
  });
}

/** Ranks all listings for a search text, or those of a set. The next search overwrites the result. */
type Search = (q: string, passing?: BitSet) => RankedListings;

/** The ranker is created for the first search, because it needs the memory of the vectors and of all listings. */
function createSearch(index: QueryIndex, readRows = createRowsReader(index.rows)): Search {
  let ranker: Ranker | undefined;
  const readRow = (listing: number) => parseRowTexts(readRows(Uint32Array.of(listing)))[0] as Row;
  return (q, passing) => {
    ranker ??= createRanker(index);
    return rankText(ranker, q, readRow, passing);
  };
}

function createRanker(index: QueryIndex): Ranker {
  const meanings = createIndexMeanings(index);
  return new Ranker(createIndexTerms(index, meanings), meanings);
}

/** The matches of a query: the numbers of the listings on its page. */
export interface FoundListings extends Pick<Matches, 'total' | 'match' | 'corrections'> {
  readonly page: Uint32Array;
}

/** Finds the matches of queries, without their rows. */
export function createFinder(index: QueryIndex, search: Search = createSearch(index)): (query: Query) => FoundListings {
  const orders = pageableOrders(index.orders);
  const sets = createSets(index);
  const { findAny } = sets;
  const memory = bitSet(index.size);
  const preferred = intersection(findAny(['status=verified']), findAny(['responding=true']));
  let byRelevance: RelevanceOrder | undefined;
  return query => {
    const { q, sort, order, offset, limit } = query;
    const passing = findPassing(query, sets, memory);
    if (q === undefined) {
      const total = countOf(passing);
      const key = sort === 'relevance' ? DEFAULT_QUERY.sort : sort;
      return { total, page: orders[key as SortKey][order].page(passing, total, offset, limit) };
    }
    const { listings, relevance, bestGrade, corrections } = search(q, toBits(passing, index.size));
    byRelevance ??= new RelevanceOrder(index.size, toBits(preferred, index.size));
    const page =
      sort === 'relevance'
        ? byRelevance.page(listings, relevance, order, offset, limit)
        : orders[sort][order].page({ list: listings }, listings.length, offset, limit);
    return {
      total: listings.length,
      page,
      match: gradeOf(bestGrade),
      ...(corrections.size > 0 && { corrections }),
    };
  };
}

/** The sets of listings that queries intersect. */
interface Sets {
  readonly findAny: FindAny;
  /** Returns the listings with one of some statuses; undefined for all listings. */
  readonly findStatuses: (statuses: readonly Status[]) => ListingSet | undefined;
  readonly findChanged: FindChanged;
  readonly all: ListingSet;
}

function createSets(index: QueryIndex): Sets {
  const findAny = createValueSets(index);
  const findStatuses = (statuses: readonly Status[]) => {
    const set = findAny(statuses.map(each => `status=${each}`));
    return countOf(set) === index.size ? undefined : set;
  };
  // Parsed queries share the default, which nearly all have.
  const listed = findStatuses(DEFAULT_STATUSES);
  return {
    findAny,
    findStatuses: statuses => {
      if (statuses === ALL_STATUSES) return undefined;
      return statuses === DEFAULT_STATUSES ? listed : findStatuses(statuses);
    },
    findChanged: createChangeSets(index),
    all: findAny(ALL_STATUSES.map(each => `status=${each}`)),
  };
}

/**
 * Returns the listings that pass all filters of a query, except `q`.
 * @param memory as for `intersectionOf`
 */
function findPassing({ filters, status, updatedSince }: Query, sets: Sets, memory?: BitSet): ListingSet {
  const passing: ListingSet[] = [];
  for (const values of getRequiredValues(filters)) passing.push(sets.findAny(values));
  const having = sets.findStatuses(status);
  if (having) passing.push(having);
  const changed = updatedSince === undefined ? undefined : sets.findChanged(updatedSince);
  if (changed) passing.push(changed);
  return passing.length === 0 ? sets.all : intersectionOf(passing, memory);
}

/** Returns the listings that pass one of some filter values. */
type FindAny = (values: readonly string[]) => ListingSet;

/**
 * Finds sets of listings by filter values. Keeps the set of each value, because most queries use the same few. A value
 * without listings is not in the index, so that clients cannot fill the memory.
 */
function createValueSets({ filters, passing, size }: QueryIndex): FindAny {
  const kept = new Map<string, ListingSet>();
  const setOf = (value: string): ListingSet => {
    const known = kept.get(value);
    if (known) return known;
    const number = numberOf(filters, value);
    if (number === undefined) return NO_LISTINGS;
    const set = listingsIn(passing, [number]);
    kept.set(value, set);
    return set;
  };
  return values => {
    let set = setOf(values[0] ?? '');
    for (let i = 1; i < values.length; i++) set = union(set, setOf(values[i] ?? ''), size);
    return set;
  };
}

/** Returns the listings that changed at or after a time; undefined for all listings. */
type FindChanged = (time: number) => ListingSet | undefined;

/** Keeps the last set, because counts and pages of one query have the same time. */
function createChangeSets({ size, changedAt }: QueryIndex): FindChanged {
  let oldest: number | undefined;
  let last: { readonly time: number; readonly set: ListingSet } | undefined;
  return time => {
    oldest ??= changedAt.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
    if (time <= oldest) return undefined;
    if (last?.time !== time) last = { time, set: findChangedSince(time, size, changedAt) };
    return last.set;
  };
}

function findChangedSince(time: number, size: number, changedAt: Float64Array): ListingSet {
  const changed = bitSet(size);
  for (let listing = 0; listing < size; listing++) {
    if ((changedAt[listing] ?? 0) >= time) add(changed, listing);
  }
  return listingsOf(changed);
}

/** Returns the time of the newest change of some listings (`Matches.changedAt`). */
export function newestChange({ changedAt }: Pick<QueryIndex, 'changedAt'>, page: Uint32Array): number | null {
  if (page.length === 0) return null;
  let newest = Number.NEGATIVE_INFINITY;
  for (const listing of page) newest = Math.max(newest, changedAt[listing] ?? 0);
  return newest;
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

import { add, type BitSet, bitSet, count, fullSet, intersect, membersOf } from './bit-set.ts';
import { numberOf } from './dictionary.ts';
import type { Engine, Matches } from './engine.ts';
import { filterGroupsOf } from './filter-values.ts';
import { byRelevance, ListingOrder } from './listing-order.ts';
import { unpackRows } from './packed-rows.ts';
import { uniteList } from './posting-lists.ts';
import type { Query } from './query.ts';
import type { QueryIndex } from './query-index.ts';
import { Question } from './question.ts';
import type { SortOrders } from './sort-orders.ts';

/** The fast engine: an answer is put together from sets and orders that were computed when the index was built. */
export function indexEngine(index: QueryIndex): Engine {
  const orders = pageableOrders(index.orders);
  return {
    search(query): Matches {
      const { q, sort, order, offset, limit } = query;
      const passing = passingOf(index, query);
      const question = q === undefined ? undefined : new Question(index, q);
      const { listings, matched } = question?.answers(passing) ?? { listings: passing };
      const page =
        sort === 'relevance'
          ? relevantPage(index, listings, question, query)
          : orders[sort][order].page(listings, offset, limit);
      return {
        total: count(listings),
        count: page.length,
        rows: unpackRows(index.rows, page),
        ...(matched && { matched }),
      };
    },
  };
}

/** The listings that pass all that a query asks for beside `q`. */
function passingOf(index: QueryIndex, query: Query): BitSet {
  const passing = query.updatedSince === undefined ? fullSet(index.size) : changedSince(index, query.updatedSince);
  for (const values of filterGroupsOf(query)) {
    const group = bitSet(index.size);
    for (const value of values) uniteValue(group, index, value);
    intersect(passing, group);
  }
  return passing;
}

function changedSince({ size, changedAt }: QueryIndex, time: number): BitSet {
  const changed = bitSet(size);
  for (let listing = 0; listing < size; listing++) {
    if ((changedAt[listing] ?? 0) >= time) add(changed, listing);
  }
  return changed;
}

/** Adds the listings that pass one filter value; a value that no listing has is not in the index. */
function uniteValue(set: BitSet, { filters, passing }: QueryIndex, value: string): void {
  const number = numberOf(filters, value);
  if (number !== undefined) uniteList(set, passing, number);
}

function relevantPage(
  index: QueryIndex,
  listings: BitSet,
  question: Question | undefined,
  { order, offset, limit }: Query,
): Uint32Array {
  const verified = bitSet(index.size);
  uniteValue(verified, index, 'status=verified');
  const relevance = (listing: number) => question?.relevance(listing) ?? 0;
  return byRelevance(membersOf(listings), relevance, verified, order).subarray(offset, offset + limit);
}

function pageableOrders({ name, created_at, verified_at }: SortOrders) {
  const pageable = ({ asc, desc }: SortOrders['name']) => ({
    asc: new ListingOrder(asc),
    desc: new ListingOrder(desc),
  });
  return { name: pageable(name), created_at: pageable(created_at), verified_at: pageable(verified_at) };
}

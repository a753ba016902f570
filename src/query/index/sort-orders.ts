import type { Observed, Row } from '#contract/row.ts';
import type { Order, Sort } from '../query.ts';
import { normalizeText } from '../text/words/normalize-text.ts';
import { findFirst } from './arrays/find-first.ts';

/** The sort keys, except relevance. */
export type SortKey = Exclude<Sort, 'relevance'>;

/** The order of all listings for each sort key and direction. */
export type SortOrders = Readonly<Record<SortKey, Readonly<Record<Order, Uint32Array<ArrayBuffer>>>>>;

/** The values that listings are sorted by; listings are numbered in the order of their ids. */
export interface SortValues {
  readonly name: readonly string[];
  /** Milliseconds since 1970. */
  readonly created_at: readonly number[];
  /** Null for listings that were never verified, which come last in both directions. */
  readonly verified_at: readonly (number | null)[];
  /** Null for listings whose endpoints were never checked, which come last in both directions. */
  readonly uptime: readonly (number | null)[];
}

/** The values of one listing. */
export type SortedBy = { readonly [Key in SortKey]: SortValues[Key][number] };

/** The members of a row that contain its values. */
export type SortedRow = Pick<Row, 'name' | 'created_at' | 'verified_at'> & {
  readonly observed: Pick<Observed, 'uptime_90d'>;
};

/** Returns the values that a row is sorted by. */
export function getSortValues({ name, created_at, verified_at, observed }: SortedRow): SortedBy {
  return {
    name: normalizeText(name),
    created_at: Date.parse(created_at),
    verified_at: verified_at === null ? null : Date.parse(verified_at),
    uptime: observed.uptime_90d,
  };
}

const KEYS: readonly SortKey[] = ['name', 'created_at', 'verified_at', 'uptime'];

/**
 * Sorts all listings by each key in both directions. Ties are in the order of ids in both.
 * @param start returns listings in nearly the order of a key and direction, which sorts in linear time; by default, the
 * order of ids
 */
export function sortOrdersOf(values: SortValues, start?: (key: SortKey, direction: Order) => number[]): SortOrders {
  return createOrders((key, direction) => {
    const all = values[key];
    const listings = start?.(key, direction) ?? Array.from(all.keys());
    listings.sort((a, b) => compareValues(all[a], all[b], direction) || a - b);
    return Uint32Array.from(listings);
  });
}

/**
 * Returns orders in which some listings have moved.
 * @param sortedBy returns the current values of a listing
 */
export function updateOrders(
  orders: SortOrders,
  changed: readonly number[],
  sortedBy: (listing: number) => SortedBy,
): SortOrders {
  // Each order compares the same listings again, and their values may be parsed whenever they are read.
  const known = new Map<number, SortedBy>();
  const valuesOf = (listing: number) => {
    const values = known.get(listing) ?? sortedBy(listing);
    known.set(listing, values);
    return values;
  };
  return createOrders((key, direction) => {
    const compare = (a: number, b: number) => compareValues(valuesOf(a)[key], valuesOf(b)[key], direction) || a - b;
    const others = without(orders[key][direction], changed);
    const listings = new Uint32Array(others.length + changed.length);
    let start = 0;
    for (const [at, listing] of changed.toSorted(compare).entries()) {
      const isBefore = (distance: number) => compare(others[start + distance] ?? 0, listing) < 0;
      const end = start + findFirst(others.length - start, isBefore);
      listings.set(others.subarray(start, end), start + at);
      listings[end + at] = listing;
      start = end;
    }
    listings.set(others.subarray(start), start + changed.length);
    return listings;
  });
}

function without(listings: Uint32Array, removed: readonly number[]): Uint32Array {
  const isRemoved = new Uint8Array(listings.length);
  for (const listing of removed) isRemoved[listing] = 1;
  const others = new Uint32Array(listings.length - removed.length);
  let length = 0;
  for (let at = 0; at < listings.length; at++) {
    const listing = listings[at] ?? 0;
    if (isRemoved[listing] === 0) others[length++] = listing;
  }
  return others;
}

type SortValue = string | number | null | undefined;

/** Compares the values of two listings. Without a value, a listing comes last in both directions. */
function compareValues(a: SortValue = null, b: SortValue = null, direction: Order): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = a < b ? -1 : Number(a > b);
  return direction === 'asc' ? order : -order;
}

function createOrders(create: (key: SortKey, direction: Order) => Uint32Array<ArrayBuffer>): SortOrders {
  const entries = KEYS.map(key => [key, { asc: create(key, 'asc'), desc: create(key, 'desc') }]);
  return Object.fromEntries(entries) as SortOrders;
}

import type { Order, Sort } from '../query.ts';

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

/** Sorts all listings by each key in both directions. Ties are in the order of ids in both. */
export function sortOrdersOf(values: SortValues): SortOrders {
  return {
    name: bothWays(values.name, (a, b) => (a < b ? -1 : Number(a > b))),
    created_at: bothWays(values.created_at, (a, b) => a - b),
    verified_at: bothWays(values.verified_at, (a, b) => (a ?? 0) - (b ?? 0)),
    uptime: bothWays(values.uptime, (a, b) => (a ?? 0) - (b ?? 0)),
  };
}

function bothWays<T>(values: readonly (T | null)[], compare: (a: T, b: T) => number) {
  const all = Array.from(values.keys());
  const nulls = all.filter(listing => values[listing] === null);
  return { asc: one(1), desc: one(-1) };

  function one(direction: 1 | -1) {
    const present = all.filter(listing => values[listing] !== null);
    present.sort((a, b) => direction * compare(values[a] as T, values[b] as T));
    return Uint32Array.from([...present, ...nulls]);
  }
}

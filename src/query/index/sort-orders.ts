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

/**
 * Sorts all listings by each key in both directions. Ties are in the order of ids in both.
 * @param start returns listings in nearly the order of a key and direction, which sorts in linear time; by default, the
 * order of ids
 */
export function sortOrdersOf(values: SortValues, start?: (key: SortKey, direction: Order) => number[]): SortOrders {
  return {
    name: bothWays('name', (a, b) => (a < b ? -1 : Number(a > b))),
    created_at: bothWays('created_at', (a, b) => a - b),
    verified_at: bothWays('verified_at', (a, b) => a - b),
    uptime: bothWays('uptime', (a, b) => a - b),
  };

  function bothWays<Key extends SortKey>(
    key: Key,
    compare: (a: NonNullable<SortValues[Key][number]>, b: NonNullable<SortValues[Key][number]>) => number,
  ) {
    const all = values[key] as readonly (NonNullable<SortValues[Key][number]> | null)[];
    return { asc: one('asc', 1), desc: one('desc', -1) };

    function one(direction: Order, sign: 1 | -1): Uint32Array<ArrayBuffer> {
      const listings = start?.(key, direction) ?? Array.from(all.keys());
      listings.sort((a, b) => {
        const [first = null, second = null] = [all[a], all[b]];
        if (first === null || second === null) return Number(first === null) - Number(second === null) || a - b;
        return sign * compare(first, second) || a - b;
      });
      return Uint32Array.from(listings);
    }
  }
}

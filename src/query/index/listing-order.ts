import type { Order } from '../query.ts';
import { HIGHEST } from '../text/relevance.ts';
import { type BitSet, has } from './bit-set.ts';
import { type ListingSet, mark } from './listing-set.ts';

/** A sort order of all listings, which returns pages of any subset in that order. */
export class ListingOrder {
  readonly #order: Uint32Array;
  /** The position of each listing in the order, computed on first use. */
  #positions: Uint32Array | undefined;

  constructor(order: Uint32Array) {
    this.#order = order;
  }

  /**
   * Returns up to `limit` listings of a set in this order, after the first `offset`.
   * @param total the number of listings in the set
   */
  page(listings: ListingSet, total: number, offset: number, limit: number): Uint32Array {
    if ('list' in listings) return this.#sorted(listings.list, offset, limit);
    const length = Math.max(0, Math.min(limit, total - offset));
    const after = total - offset - length;
    if (length === 0) return new Uint32Array(0);
    return offset <= after
      ? this.#walk(listings.bits, 0, 1, offset, length)
      : this.#walk(listings.bits, this.#order.length - 1, -1, after, length).reverse();
  }

  #sorted(listings: Uint32Array, offset: number, limit: number): Uint32Array {
    this.#positions ??= invert(this.#order);
    const positions = this.#positions;
    return listings
      .map(listing => positions[listing] ?? 0)
      .sort()
      .subarray(offset, offset + limit)
      .map(position => this.#order[position] ?? 0);
  }

  /** Walks the order from one end, skips the given number of listings in the set, and returns those that follow. */
  #walk(listings: BitSet, start: number, step: 1 | -1, skipped: number, length: number): Uint32Array {
    const taken = new Uint32Array(length);
    let position = start;
    // Skipping is branchless counting: processors would mispredict half of the branches.
    for (let count = 0; count < skipped; position += step) count += Number(has(listings, this.#order[position] ?? 0));
    for (let count = 0; count < length; position += step) {
      const listing = this.#order[position] ?? 0;
      taken[count] = listing;
      count += Number(has(listings, listing));
    }
    return taken;
  }
}

function invert(order: Uint32Array): Uint32Array {
  const positions = new Uint32Array(order.length);
  for (let position = 0; position < order.length; position++) positions[order[position] ?? 0] = position;
  return positions;
}

/**
 * Sorts listings by relevance; among equal ones, verified listings first, then by id. Relevance has few values, so a
 * counting sort suffices.
 */
export function byRelevance(
  listings: Uint32Array,
  relevance: Uint16Array,
  verified: ListingSet,
  order: Order,
): Uint32Array {
  const isVerified = new Uint8Array(listings.length);
  mark(verified, listings, isVerified, 1);
  const highest = 2 * HIGHEST + 1;
  const keys = new Uint16Array(listings.length);
  for (let i = 0; i < keys.length; i++) {
    const key = 2 * (relevance[i] ?? 0) + (isVerified[i] ?? 0);
    keys[i] = order === 'asc' ? key : highest - key;
  }
  const positions = computeStarts(keys, highest);
  const sorted = new Uint32Array(listings.length);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] ?? 0;
    const position = positions[key] ?? 0;
    sorted[position] = listings[i] ?? 0;
    positions[key] = position + 1;
  }
  return sorted;
}

/** Returns the prefix sums of a histogram: for each key, the number of smaller ones. */
function computeStarts(keys: Uint16Array, highest: number): Uint32Array {
  const positions = new Uint32Array(highest + 2);
  for (let i = 0; i < keys.length; i++) {
    const next = (keys[i] ?? 0) + 1;
    positions[next] = (positions[next] ?? 0) + 1;
  }
  for (let key = 1; key < positions.length; key++) positions[key] = (positions[key] ?? 0) + (positions[key - 1] ?? 0);
  return positions;
}

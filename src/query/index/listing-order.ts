import type { Order } from '../query.ts';
import { HIGHEST } from '../text/ranking/relevance.ts';
import { type BitSet, has } from './arrays/bit-set.ts';
import type { ListingSet } from './listing-set.ts';

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
 * Sorts listings by relevance; among equal ones, preferred listings first, then by id. Relevance has few values, so a
 * counting sort suffices, and only the listings of the page are placed.
 */
export class RelevanceOrder {
  readonly #preferred: BitSet;
  readonly #keys: Uint16Array;
  readonly #counts = new Uint32Array(MAX_KEY + 1);

  /** @param size the number of listings in the registry */
  constructor(size: number, preferred: BitSet) {
    this.#preferred = preferred;
    this.#keys = new Uint16Array(size);
  }

  /**
   * Returns up to `limit` listings after the first `offset`.
   * @param listings in ascending order
   * @param relevance of each of them
   */
  page(listings: Uint32Array, relevance: Uint16Array, order: Order, offset: number, limit: number): Uint32Array {
    const [keys, counts, preferred] = [this.#keys, this.#counts.fill(0), this.#preferred];
    const [base, sign] = order === 'asc' ? [0, 1] : [MAX_KEY, -1];
    let first = MAX_KEY;
    for (let at = 0; at < listings.length; at++) {
      const key = base + sign * (2 * (relevance[at] ?? 0) + Number(has(preferred, listings[at] ?? 0)));
      keys[at] = key;
      counts[key] = (counts[key] ?? 0) + 1;
      first = Math.min(first, key);
    }
    const end = Math.min(offset + limit, listings.length);
    let skipped = 0;
    while (first < MAX_KEY && skipped + (counts[first] ?? 0) <= offset) skipped += counts[first++] ?? 0;
    let last = first;
    let placed = 0;
    for (; last <= MAX_KEY && skipped + placed < end; last++) {
      const count = counts[last] ?? 0;
      counts[last] = placed;
      placed += count;
    }
    const sorted = new Uint32Array(placed);
    for (let at = 0; at < listings.length; at++) {
      const key = keys[at] ?? 0;
      if (key < first || key >= last) continue;
      const position = counts[key] ?? 0;
      sorted[position] = listings[at] ?? 0;
      counts[key] = position + 1;
    }
    return sorted.subarray(offset - skipped, Math.max(offset, end) - skipped);
  }
}

/** The largest sort key: twice the relevance, and one more for a preferred listing. */
const MAX_KEY = 2 * HIGHEST + 1;

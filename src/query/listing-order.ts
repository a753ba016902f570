import { type BitSet, count, has, membersOf } from './bit-set.ts';
import type { Order } from './query.ts';
import { HIGHEST } from './relevance.ts';

/** An order of all listings, and what is needed to page through any of them in that order. */
export class ListingOrder {
  readonly #order: Uint32Array;
  /** The place of each listing in the order, once it is needed. */
  #places: Uint32Array | undefined;

  constructor(order: Uint32Array) {
    this.#order = order;
  }

  /** Up to `limit` of some listings in this order, after the first `offset`. */
  page(listings: BitSet, offset: number, limit: number): Uint32Array {
    const total = count(listings);
    return total * FEW < this.#order.length
      ? this.#sorted(listings).subarray(offset, offset + limit)
      : this.#walked(listings, offset, Math.max(0, Math.min(limit, total - offset)));
  }

  /** Sorts the listings by their places: fast when they are few. */
  #sorted(listings: BitSet): Uint32Array {
    this.#places ??= placesIn(this.#order);
    const places = this.#places;
    return membersOf(listings)
      .map(listing => places[listing] ?? 0)
      .sort()
      .map(place => this.#order[place] ?? 0);
  }

  /** Walks along the order until the page is full: fast when they are many. */
  #walked(listings: BitSet, offset: number, length: number): Uint32Array {
    const page = new Uint32Array(length);
    let passed = 0;
    let filled = 0;
    for (let place = 0; filled < length; place++) {
      const listing = this.#order[place] ?? 0;
      if (!has(listings, listing)) continue;
      if (passed < offset) passed++;
      else page[filled++] = listing;
    }
    return page;
  }
}

/** When fewer than one listing in this many are wanted, they are sorted rather than looked for. */
const FEW = 50;

function placesIn(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) places[order[place] ?? 0] = place;
  return places;
}

/**
 * Some listings by relevance, and among equally relevant ones the verified before the others; ties in the order of
 * ids. Relevance has few values, so each listing is put straight to its place.
 */
export function byRelevance(
  listings: Uint32Array,
  relevance: (listing: number) => number,
  verified: BitSet,
  order: Order,
): Uint32Array {
  const keys = new Uint16Array(listings.length);
  const places = new Uint32Array(2 * HIGHEST + 3);
  for (let i = 0; i < listings.length; i++) {
    const listing = listings[i] ?? 0;
    const key = 2 * relevance(listing) + Number(has(verified, listing));
    keys[i] = order === 'asc' ? key : 2 * HIGHEST + 1 - key;
    places[(keys[i] ?? 0) + 1] = (places[(keys[i] ?? 0) + 1] ?? 0) + 1;
  }
  for (let key = 1; key < places.length; key++) places[key] = (places[key] ?? 0) + (places[key - 1] ?? 0);
  const sorted = new Uint32Array(listings.length);
  for (let i = 0; i < listings.length; i++) {
    const key = keys[i] ?? 0;
    const place = places[key] ?? 0;
    sorted[place] = listings[i] ?? 0;
    places[key] = place + 1;
  }
  return sorted;
}

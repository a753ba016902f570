import { ByteBuffer, numberAt } from './arrays/byte-buffer.ts';

/**
 * For each term, the listings with the term, and its strength in each. A list has the number of its listings, and for
 * each listing the distance from the previous one, counted from -1, times 8, plus the strength minus 1.
 */
export interface TermLists {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The start of each list in `bytes`, followed by the end of the last one. */
  readonly starts: Uint32Array<ArrayBuffer>;
}

/** The number of bits of a strength. */
const STRENGTH_BITS = 3;
const STRENGTH_MASK = (1 << STRENGTH_BITS) - 1;

/** Collects lists of ascending listings. */
export class TermListsBuilder {
  readonly #bytes = new ByteBuffer();
  readonly #starts: number[] = [0];

  /** @param strengths from 1 to 8 */
  add(listings: Uint32Array, strengths: Uint8Array): void {
    this.#bytes.number(listings.length);
    let last = -1;
    for (let i = 0; i < listings.length; i++) {
      const listing = listings[i] ?? 0;
      this.#bytes.number(((listing - last) << STRENGTH_BITS) | ((strengths[i] ?? 1) - 1));
      last = listing;
    }
    this.#starts.push(this.#bytes.length);
  }

  /** Adds the lists of other term lists from `from` (inclusive) to `to` (exclusive). */
  copy({ bytes, starts }: TermLists, from: number, to: number): void {
    const moved = this.#bytes.length - (starts[from] ?? 0);
    this.#bytes.bytes(bytes.subarray(starts[from], starts[to]));
    for (let list = from + 1; list <= to; list++) this.#starts.push((starts[list] ?? 0) + moved);
  }

  build(): TermLists {
    return { bytes: this.#bytes.take(), starts: Uint32Array.from(this.#starts) };
  }
}

/** Returns the number of listings in a list. */
export function countListings({ bytes, starts }: TermLists, list: number): number {
  return numberAt(bytes, starts[list] ?? 0);
}

/**
 * Reads a list.
 * @param listings the output, with room for all listings of the list
 * @param strengths the output for the strengths, with as much room
 * @returns the number of listings
 */
export function readTermList(
  { bytes, starts }: TermLists,
  list: number,
  listings: Uint32Array,
  strengths: Uint8Array,
): number {
  const end = starts[list + 1] ?? 0;
  let at = starts[list] ?? 0;
  while ((bytes[at++] ?? 0) > 0x7f);
  let listing = -1;
  let found = 0;
  while (at < end) {
    let byte = bytes[at++] ?? 0;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
    }
    listing += value >>> STRENGTH_BITS;
    listings[found] = listing;
    strengths[found++] = (value & STRENGTH_MASK) + 1;
  }
  return found;
}

/**
 * Finds the strengths of some listings in all lists.
 * @param size the number of all listings
 * @returns by list, the strength in each listing that it has
 */
export function findStrengths(
  lists: TermLists,
  wanted: readonly number[],
  size: number,
): Map<number, Map<number, number>> {
  const found = new Map<number, Map<number, number>>();
  const isWanted = new Uint8Array(size);
  for (const listing of wanted) isWanted[listing] = 1;
  const [listings, strengths] = [new Uint32Array(size), new Uint8Array(size)];
  for (let list = 0; list < lists.starts.length - 1; list++) {
    const count = readTermList(lists, list, listings, strengths);
    for (let at = 0; at < count; at++) {
      const listing = listings[at] ?? 0;
      if (isWanted[listing] !== 1) continue;
      found.set(list, (found.get(list) ?? new Map<number, number>()).set(listing, strengths[at] ?? 0));
    }
  }
  return found;
}

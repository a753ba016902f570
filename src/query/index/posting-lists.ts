import { add, type BitSet, bitSet, bitSetWords } from './bit-set.ts';
import { ByteBuffer, numberAt } from './byte-buffer.ts';

/**
 * Many sets of the numbers below one size, each in the shorter of two forms.
 *
 * A short list is the distances between its members, each as a number of one to five bytes; the first distance is
 * counted from -1, so none is 0. A list that begins with 0 is a dense one: the next number tells which of the bit sets
 * in `dense` it is.
 */
export interface PostingLists {
  /** The numbers in the lists are below this. */
  readonly size: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where in `bytes` each list begins, and at last where they end. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** The bit sets of the dense lists, one after another. */
  readonly dense: Uint32Array<ArrayBuffer>;
}

/** One member in this many makes a bit set no longer than the list, and it is united far faster. */
const DENSE = 16;

/** Collects lists of ascending numbers below `size`. */
export class PostingListsBuilder {
  readonly #size: number;
  readonly #bytes = new ByteBuffer();
  readonly #starts: number[] = [0];
  readonly #dense: BitSet[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  add(members: Uint32Array<ArrayBuffer>): void {
    if (members.length * DENSE > this.#size) this.#addDense(members);
    else this.#addDistances(members);
    this.#starts.push(this.#bytes.length);
  }

  build(): PostingLists {
    const words = bitSetWords(this.#size);
    const dense = new Uint32Array(this.#dense.length * words);
    for (const [i, set] of this.#dense.entries()) dense.set(set, i * words);
    return { size: this.#size, bytes: this.#bytes.take(), starts: Uint32Array.from(this.#starts), dense };
  }

  #addDense(members: Uint32Array<ArrayBuffer>): void {
    const set = bitSet(this.#size);
    for (const member of members) add(set, member);
    this.#bytes.number(0);
    this.#bytes.number(this.#dense.length);
    this.#dense.push(set);
  }

  #addDistances(members: Uint32Array<ArrayBuffer>): void {
    let last = -1;
    for (const member of members) {
      this.#bytes.number(member - last);
      last = member;
    }
  }
}

/** Whether a list is a dense one. */
export function isDense({ bytes, starts }: PostingLists, list: number): boolean {
  const start = starts[list] ?? 0;
  return start < (starts[list + 1] ?? 0) && bytes[start] === 0;
}

/** The bit set of a dense list. It is the index's own, and must not be changed. */
export function listBits({ bytes, starts, dense, size }: PostingLists, list: number): BitSet {
  const which = numberAt(bytes, (starts[list] ?? 0) + 1);
  const words = bitSetWords(size);
  return dense.subarray(which * words, (which + 1) * words);
}

/**
 * Reads the members of a list that is not dense.
 * @param to where they are put, from the start; it needs room for `lengthOf` the list
 * @returns how many there are
 */
export function readList({ bytes, starts }: PostingLists, list: number, to: Uint32Array): number {
  const end = starts[list + 1] ?? 0;
  let found = 0;
  for (let at = starts[list] ?? 0, member = -1; at < end; ) {
    let byte = bytes[at++] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    member += distance;
    to[found++] = member;
  }
  return found;
}

/** How many bytes a list takes: at least as many as it has members. A dense one counts as full. */
export function lengthOf(lists: PostingLists, list: number): number {
  return isDense(lists, list) ? lists.size : (lists.starts[list + 1] ?? 0) - (lists.starts[list] ?? 0);
}

import { add, type BitSet, bitSet, bitSetWords, has } from './arrays/bit-set.ts';
import { ByteBuffer, numberAt } from './arrays/byte-buffer.ts';

/**
 * Many sets of the numbers below one size, each in the shorter of two forms.
 * A short list has the gaps between its members, each as a number of one to five bytes; the first gap is counted from
 * -1, so none is 0. A list that starts with 0 is dense: the next number is the position of its bit set in `dense`.
 */
export interface PostingLists {
  /** The numbers in the lists are below this. */
  readonly size: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The start of each list in `bytes`, followed by the end of the last one. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** The bit sets of the dense lists, concatenated. */
  readonly dense: Uint32Array<ArrayBuffer>;
}

/** With one member in this many, a bit set is no longer than the list, and its union is far faster. */
const DENSE = 16;

/** Collects lists of ascending numbers less than `size`. */
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

  /** Adds the lists of other posting lists from `from` (inclusive) to `to` (exclusive). */
  copy(lists: PostingLists, from: number, to: number): void {
    const { bytes, starts } = lists;
    for (let list = from; list < to; list++) {
      if (isDense(lists, list)) this.#addBits(listBits(lists, list));
      else this.#bytes.bytes(bytes.subarray(starts[list], starts[list + 1]));
      this.#starts.push(this.#bytes.length);
    }
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
    this.#addBits(set);
  }

  #addBits(set: BitSet): void {
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

/** Whether a list is dense. */
export function isDense({ bytes, starts }: PostingLists, list: number): boolean {
  const start = starts[list] ?? 0;
  return start < (starts[list + 1] ?? 0) && bytes[start] === 0;
}

/** Returns the bit set of a dense list. It belongs to the index and must not be changed. */
export function listBits({ bytes, starts, dense, size }: PostingLists, list: number): BitSet {
  const which = numberAt(bytes, (starts[list] ?? 0) + 1);
  const words = bitSetWords(size);
  return dense.subarray(which * words, (which + 1) * words);
}

/** Returns which of some members are in a list. */
export function selectMembers(lists: PostingLists, list: number, members: ReadonlySet<number>): readonly number[] {
  if (isDense(lists, list)) {
    const bits = listBits(lists, list);
    return [...members].filter(member => has(bits, member));
  }
  const room = new Uint32Array(lengthOf(lists, list));
  return Array.from(room.subarray(0, readList(lists, list, room))).filter(member => members.has(member));
}

/**
 * Reads the members of a list that is not dense.
 * @param to the output array, with room for `lengthOf` the list
 * @returns the number of members
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

/** Returns the length of a list in bytes, an upper bound of its members. A dense list counts as full. */
export function lengthOf(lists: PostingLists, list: number): number {
  return isDense(lists, list) ? lists.size : (lists.starts[list + 1] ?? 0) - (lists.starts[list] ?? 0);
}

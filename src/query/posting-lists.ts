import { add, type BitSet, bitSet, bitSetWords, unite } from './bit-set.ts';
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

/** Adds to `set` the members of one list. */
export function uniteList(set: BitSet, lists: PostingLists, list: number): void {
  const { bytes, dense } = lists;
  let at = lists.starts[list] ?? 0;
  const end = lists.starts[list + 1] ?? 0;
  if (at < end && bytes[at] === 0) {
    const words = bitSetWords(lists.size);
    const which = numberAt(bytes, at + 1).value;
    unite(set, dense.subarray(which * words, (which + 1) * words));
    return;
  }
  for (let member = -1; at < end; ) {
    let byte = bytes[at++] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    member += distance;
    add(set, member);
  }
}

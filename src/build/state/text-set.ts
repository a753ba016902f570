import { findFirst } from '#query/index/arrays/find-first.ts';
import { GrowingArray } from '#query/index/arrays/growing-array.ts';

/**
 * Unique strings without null characters, each with a number, in the order in which they were added. They are UTF-8 in one
 * array: as many strings and a map, they would take four times the memory, and each build would create them again.
 */
export class TextSet {
  /** A null byte, and each string with a null byte after it. */
  readonly #bytes: GrowingArray<Uint8Array<ArrayBuffer>>;
  /** The end of each string, which is the position of its null byte. */
  readonly #ends: GrowingArray<Uint32Array<ArrayBuffer>>;
  /** The same memory as `#bytes`. */
  #buffer: Buffer<ArrayBuffer> | undefined;
  /** A hash table with open addressing: the number after that of a string, or 0. */
  #slots: Uint32Array | undefined;
  /** The number after the one that was found last, and the number of scans. */
  #next = 0;
  #scans = 0;

  /** @param columns `bytes` and `ends` of another set; by default, the set is empty */
  constructor({ bytes, ends }: Pick<TextSet, 'bytes' | 'ends'> = EMPTY) {
    this.#bytes = new GrowingArray(bytes, bytes.length);
    this.#ends = new GrowingArray(ends, ends.length);
  }

  get size(): number {
    return this.#ends.length;
  }

  /** The columns that `constructor` takes. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.view();
  }

  get ends(): Uint32Array<ArrayBuffer> {
    return this.#ends.view();
  }

  /** Returns the string with a number; an empty one for an unknown number. */
  at(number: number): string {
    return number < this.size ? this.#read().toString('utf8', this.#startOf(number), this.#ends.at(number)) : '';
  }

  /** Returns the number of a string; undefined if the set does not contain it. */
  find(text: string): number | undefined {
    const wanted = encode(text);
    // Strings are often looked up in their order.
    if (this.#is(this.#next, wanted)) return this.#next++;
    const number = this.#slots || this.#scans === MAX_SCANS ? this.#findSlot(wanted) : this.#scan(wanted);
    if (number !== undefined) this.#next = number + 1;
    return number;
  }

  /** Adds a string if the set does not contain it. Returns its number. */
  add(text: string): number {
    return this.#add(encode(text));
  }

  /** Adds a string of another set if this one does not contain it. Returns its number. */
  addFrom(other: TextSet, number: number): number {
    return this.#add(other.#bytesOf(number));
  }

  /** Adds strings of another set, of which this one contains none: those from `start` to the one before `end`. */
  append(other: TextSet, start: number, end: number): void {
    const moved = this.#bytes.length - other.#startOf(start);
    this.#bytes.append(other.#bytes.view(other.#startOf(start), other.#startOf(end)));
    for (let number = start; number < end; number++) this.#ends.push(other.#ends.at(number) + moved);
    this.#slots = undefined;
  }

  /** Whether two sets have the same string, whose numbers can differ. */
  isEqualAt(number: number, other: TextSet, otherNumber: number): boolean {
    return this.#is(number, other.#bytesOf(otherNumber));
  }

  /** Whether two sets have the same strings with the same numbers. */
  isEqual(other: TextSet): boolean {
    return this.#read().equals(other.bytes);
  }

  /** Searches for a string after the one that was found last, and then before it. */
  #scan(wanted: Bytes): number | undefined {
    this.#scans++;
    const text = wanted.source.subarray(wanted.start - 1, wanted.end + 1);
    const all = this.#read();
    const after = all.indexOf(text, this.#startOf(this.#next) - 1);
    const at = after === -1 ? all.indexOf(text) : after;
    return at === -1 ? undefined : findFirst(this.size, number => this.#ends.at(number) <= at);
  }

  #findSlot(wanted: Bytes): number | undefined {
    const slots = this.#slotsFor(this.size);
    const number = slots[this.#slotOf(slots, wanted)] ?? 0;
    return number === 0 ? undefined : number - 1;
  }

  #add(added: Bytes): number {
    const slots = this.#slotsFor(this.size + 1);
    const slot = this.#slotOf(slots, added);
    const known = slots[slot] ?? 0;
    if (known > 0) return known - 1;
    this.#bytes.append(added.source.subarray(added.start, added.end + 1));
    this.#ends.push(this.#bytes.length - 1);
    slots[slot] = this.size;
    return this.size - 1;
  }

  /** Returns a hash table with room for a number of strings. */
  #slotsFor(size: number): Uint32Array {
    if (this.#slots && this.#slots.length >= MIN_SLOTS * size) return this.#slots;
    // Twice as many as necessary, so that the set can grow.
    const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * MIN_SLOTS * size + 1)));
    for (let number = 0; number < this.size; number++) slots[this.#slotOf(slots, this.#bytesOf(number))] = number + 1;
    this.#slots = slots;
    return slots;
  }

  /** Returns the slot of a string, or the empty one where it belongs. */
  #slotOf(slots: Uint32Array, wanted: Bytes): number {
    const mask = slots.length - 1;
    let slot = hashBytes(wanted) & mask;
    for (let taken = slots[slot]; taken; taken = slots[slot]) {
      if (this.#is(taken - 1, wanted)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #is(number: number, { source, start, end }: Bytes): boolean {
    if (number >= this.size) return false;
    const own = this.#startOf(number);
    if (this.#ends.at(number) - own !== end - start) return false;
    const bytes = this.#bytes.room;
    // Paths differ more often at their end than at their start.
    for (let at = end - start - 1; at >= 0; at--) if (bytes[own + at] !== source[start + at]) return false;
    return true;
  }

  #bytesOf(number: number): Bytes {
    return { source: this.#bytes.room, start: this.#startOf(number), end: this.#ends.at(number) };
  }

  /** Returns the start of a string, also of the next one that will be added. */
  #startOf(number: number): number {
    return number === 0 ? 1 : this.#ends.at(number - 1) + 1;
  }

  /** Returns all strings. */
  #read(): Buffer<ArrayBuffer> {
    const { room, length } = this.#bytes;
    if (this.#buffer?.buffer !== room.buffer || this.#buffer.length !== length)
      this.#buffer = Buffer.from(room.buffer, room.byteOffset, length);
    return this.#buffer;
  }
}

const EMPTY = { bytes: new Uint8Array(1), ends: new Uint32Array() };

/** A string in an array, between two null bytes. */
interface Bytes {
  readonly source: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** The number of lookups out of order up to which searching all bytes takes less time than a hash table. */
const MAX_SCANS = 32;

/** The number of slots for each string: at least half of them are empty, so that lookups are short. */
const MIN_SLOTS = 2;

let scratch = Buffer.alloc(4096);

/** Returns a string in UTF-8, in memory that the next call uses again. */
function encode(text: string): Bytes {
  // A UTF-16 code unit takes up to three bytes in UTF-8.
  if (3 * text.length + 2 > scratch.length) scratch = Buffer.alloc(6 * text.length);
  const end = 1 + scratch.write(text, 1);
  scratch[end] = 0;
  return { source: scratch, start: 1, end };
}

/** Returns the FNV-1a hash of bytes, with its upper bits mixed into the lower ones. */
function hashBytes({ source, start, end }: Bytes): number {
  let result = 0x811c9dc5;
  for (let at = start; at < end; at++) result = Math.imul(result ^ (source[at] ?? 0), 0x01000193);
  return result ^ (result >>> 15);
}

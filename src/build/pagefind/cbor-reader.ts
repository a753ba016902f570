/**
 * Returns the number at the start of an item that `CborWriter` has written: a positive integer, or the length of a text or an
 * array. A function, because reading a hundred thousand items takes half of the time without an object.
 */
export function readNumber(bytes: Buffer, at: number): number {
  const size = (bytes[at] ?? 0) & 0x1f;
  if (size < 24) return size;
  if (size === 24) return bytes[at + 1] ?? 0;
  return size === 25 ? bytes.readUInt16BE(at + 1) : bytes.readUInt32BE(at + 1);
}

/** Returns the end of an integer, or of the length of a text or an array. */
export function skipNumber(bytes: Buffer, at: number): number {
  const size = (bytes[at] ?? 0) & 0x1f;
  return at + (size < 24 ? 1 : size === 24 ? 2 : size === 25 ? 3 : 5);
}

/** Reads what `CborWriter` has written, except for negative integers. */
export class CborReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads an integer, or the number of items in an array. */
  number(): number {
    const start = this.#at;
    this.#at = skipNumber(this.#bytes, start);
    return readNumber(this.#bytes, start);
  }

  text(): string {
    const length = this.number();
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }
}

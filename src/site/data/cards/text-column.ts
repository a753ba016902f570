import { isAscii } from 'node:buffer';

/** Strings, such as one per listing, in two arrays outside of the JavaScript heap. */
export class TextColumn {
  readonly #ends: Uint32Array;
  readonly #bytes: Buffer;
  /** All strings if they are ASCII, because a part of a string costs a tenth of decoding it. Null if they are not. */
  #text: string | null | undefined;

  /**
   * @param ends the end of each string in `bytes`
   * @param bytes all strings in UTF-8
   */
  constructor(ends: Uint32Array, bytes: Buffer) {
    this.#ends = ends;
    this.#bytes = bytes;
  }

  /** The length of all strings in bytes. */
  get length(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /** @throws RangeError if the column has no such string, for which `Buffer` would return all of them */
  at(number: number): string {
    const end = this.#ends[number];
    if (end === undefined) throw new RangeError(`The column has no string ${number}.`);
    if (this.#text === undefined) this.#text = isAscii(this.#bytes) ? this.#bytes.toString('latin1') : null;
    const start = this.#startOf(number);
    return this.#text?.slice(start, end) ?? this.#bytes.toString('utf8', start, end);
  }

  /** Returns the length of a string in bytes. */
  lengthAt(number: number): number {
    return (this.#ends[number] ?? 0) - this.#startOf(number);
  }

  /** Copies the bytes of a string. */
  copyTo(target: Buffer, at: number, number: number): void {
    this.#bytes.copy(target, at, this.#startOf(number), this.#ends[number]);
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
  }

  /** Returns both arrays, with the strings in another order. */
  inOrder(order: Uint32Array): { readonly ends: Uint32Array<ArrayBuffer>; readonly bytes: Buffer } {
    const bytes = Buffer.allocUnsafeSlow(this.length);
    let end = 0;
    const ends = order.map(number => {
      end += this.#bytes.copy(bytes, end, number === 0 ? 0 : this.#ends[number - 1], this.#ends[number]);
      return end;
    });
    return { ends: new Uint32Array(ends), bytes: bytes.subarray(0, end) };
  }
}

/** Collects the strings of a column. */
export class TextColumnBuilder {
  #ends = new Uint32Array(1024);
  #bytes = Buffer.allocUnsafeSlow(16 * 1024);
  #size = 0;
  #end = 0;

  /** @param text an unpaired surrogate in it becomes U+FFFD, as in every text that is encoded as UTF-8 */
  add(text: string): void {
    // A UTF-16 code unit takes up to three bytes in UTF-8.
    this.#reserve(3 * text.length);
    this.#end += this.#bytes.write(text, this.#end);
    this.#ends[this.#size++] = this.#end;
  }

  /** Adds a string of another column. */
  copy(column: TextColumn, number: number): void {
    const length = column.lengthAt(number);
    this.#reserve(length);
    column.copyTo(this.#bytes, this.#end, number);
    this.#end += length;
    this.#ends[this.#size++] = this.#end;
  }

  #reserve(room: number): void {
    while (this.#end + room > this.#bytes.length) this.#bytes = enlarge(this.#bytes);
    if (this.#size < this.#ends.length) return;
    const larger = new Uint32Array(2 * this.#size);
    larger.set(this.#ends);
    this.#ends = larger;
  }

  build(): TextColumn {
    return new TextColumn(this.#ends.subarray(0, this.#size), this.#bytes.subarray(0, this.#end));
  }
}

function enlarge(bytes: Buffer): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(2 * bytes.length);
  bytes.copy(larger);
  return larger;
}

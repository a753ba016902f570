import { isAscii } from 'node:buffer';

/** Strings, such as one per listing, in two arrays outside of the JavaScript heap. */
export class TextColumn {
  readonly #ends: Uint32Array;
  readonly #bytes: Buffer;
  /**
   * All strings if they are ASCII and not many, because a part of a string costs a tenth of decoding it, and memory twice.
   * Null otherwise.
   */
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
    if (this.#text === undefined) this.#text = this.#decode();
    const start = this.#startOf(number);
    return this.#text?.slice(start, end) ?? this.#bytes.toString('utf8', start, end);
  }

  #decode(): string | null {
    const isShort = this.#bytes.length <= MAX_DECODED_BYTES;
    return isShort && isAscii(this.#bytes) ? this.#bytes.toString('latin1') : null;
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
  }

  /**
   * Returns both arrays with the strings of two columns in one order. Copies consecutive strings together.
   * @param order numbers of strings in `kept`, and of strings in `added` as -1 - number
   */
  static merge(
    order: Int32Array,
    kept: TextColumn,
    added: TextColumn,
  ): { readonly ends: Uint32Array<ArrayBuffer>; readonly bytes: readonly Uint8Array[] } {
    const ends = new Uint32Array(order.length);
    const bytes: Uint8Array[] = [];
    let end = 0;
    for (let at = 0, next = 0; at < order.length; at = next) {
      const first = order[at] ?? 0;
      const [column, number, step] = first < 0 ? [added, -1 - first, -1] : [kept, first, 1];
      const start = column.#startOf(number);
      for (next = at; next < order.length && order[next] === first + step * (next - at); next++)
        ends[next] = end + (column.#ends[number + next - at] ?? 0) - start;
      const run = column.#bytes.subarray(start, column.#ends[number + next - at - 1]);
      bytes.push(run);
      end += run.length;
    }
    return { ends, bytes };
  }
}

/** About the size of a column of 20,000 listings. */
const MAX_DECODED_BYTES = 4 * 1024 * 1024;

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

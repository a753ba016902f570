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
   * Returns the strings of two columns in one order.
   * @param order numbers of strings in `kept`, and of strings in `added` as -1 - number
   */
  static merge(order: Int32Array, kept: TextColumn, added: TextColumn): MergedColumn {
    const ends = new Uint32Array(order.length);
    let end = 0;
    for (const { at, length, isAdded, first } of findRuns(order)) {
      const column = isAdded ? added : kept;
      const start = column.#startOf(first);
      for (let next = 0; next < length; next++) ends[at + next] = end + (column.#ends[first + next] ?? 0) - start;
      end = ends[at + length - 1] ?? 0;
    }
    const readBytes = () => {
      const runs = Array.from(findRuns(order), ({ length, isAdded, first }) => {
        const column = isAdded ? added : kept;
        return column.#bytes.subarray(column.#startOf(first), column.#ends[first + length - 1]);
      });
      return runs.length === 1 && runs[0] ? runs[0] : Buffer.concat(runs);
    };
    return { ends, readBytes };
  }
}

/** The arrays of a column that consists of two others. Copies the strings on request, because a file has many columns. */
export interface MergedColumn {
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly readBytes: () => Buffer;
}

/** Consecutive strings of a column that are also consecutive in an order, so that they are copied together. */
interface Run {
  /** The position of the first one in the order. */
  readonly at: number;
  readonly length: number;
  readonly isAdded: boolean;
  /** The number of the first one in its column. */
  readonly first: number;
}

function* findRuns(order: Int32Array): Generator<Run> {
  for (let at = 0, next = 0; at < order.length; at = next) {
    const number = order[at] ?? 0;
    const step = number < 0 ? -1 : 1;
    for (next = at + 1; next < order.length && order[next] === number + step * (next - at); ) next++;
    yield { at, length: next - at, isAdded: number < 0, first: number < 0 ? -1 - number : number };
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

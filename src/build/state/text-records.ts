import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import type { AnalyzedText } from '#query/index/analyze-text.ts';
import { GrowingArray } from '#query/index/arrays/growing-array.ts';
import { SharedTerms } from '#query/index/shared-terms.ts';

/**
 * Describes a file with the analyzed texts of listings, one after another: the numbers of the terms of a listing (32 bits,
 * little-endian), their weights, and the direction of their meaning (8 bits each).
 */
export interface RecordsHead {
  /** The keys of the texts. */
  readonly keys: readonly string[];
  /** The number of terms of each listing. */
  readonly counts: readonly number[];
  /** All terms, each with its position as its number. */
  readonly strings: readonly string[];
  /** The length of a direction. */
  readonly dimensions: number;
  /** The SHA-256 of the file. */
  readonly sha256: string;
}

/** The analyzed texts of listings that a file contains. Reads those of one listing at a time. */
export class TextRecords {
  readonly #handle: number;
  readonly #strings: readonly string[];
  readonly #dimensions: number;
  readonly #positions: ReadonlyMap<string, number>;
  readonly #counts: Uint32Array;
  readonly #starts: Float64Array;

  private constructor(handle: number, { keys, counts, strings, dimensions }: RecordsHead) {
    this.#handle = handle;
    this.#strings = strings;
    this.#dimensions = dimensions;
    this.#positions = new Map(keys.map((textKey, position) => [textKey, position]));
    this.#counts = Uint32Array.from(counts);
    this.#starts = new Float64Array(counts.length);
    let start = 0;
    for (const [at, count] of counts.entries()) {
      this.#starts[at] = start;
      start += recordSize(count, dimensions);
    }
  }

  /** Opens a file. Undefined if it is missing or not the described one. */
  static open(file: string, head: RecordsHead): TextRecords | undefined {
    let handle: number;
    try {
      handle = openSync(file, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    if (hashFile(handle) === head.sha256) return new TextRecords(handle, head);
    closeSync(handle);
    return undefined;
  }

  find(textKey: string): AnalyzedText | undefined {
    const position = this.#positions.get(textKey);
    if (position === undefined) return undefined;
    const count = this.#counts[position] ?? 0;
    const record = Buffer.allocUnsafeSlow(recordSize(count, this.#dimensions));
    readSync(this.#handle, record, 0, record.length, this.#starts[position] ?? 0);
    return parseRecord(record, this.#strings, this.#dimensions, count);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** The size of the memory for records before they are written to the file. */
const CHUNK_BYTES = 256 * 1024;

/** Writes the analyzed texts of listings to a file, and reads them from there: in memory they would exceed the index. */
export class TextRecordsWriter {
  readonly #file: string;
  readonly #positions = new Map<string, number>();
  readonly #counts = new GrowingArray(new Uint32Array());
  readonly #starts = new GrowingArray(new Float64Array());
  readonly #strings: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #sha256: Hash = createHash('sha256');
  #chunk = allocate(CHUNK_BYTES);
  /** The end of what is in the file, and of what is in the file or the chunk. */
  #written = 0;
  #end = 0;
  #dimensions = 0;
  #handle: number | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  get size(): number {
    return this.#positions.size;
  }

  has(textKey: string): boolean {
    return this.#positions.has(textKey);
  }

  add(textKey: string, { terms, direction }: AnalyzedText): void {
    const size = recordSize(terms.size, direction.length);
    if (this.#end - this.#written + size > this.#chunk.length) this.#flush();
    if (size > this.#chunk.length) this.#chunk = allocate(size);
    const start = this.#end - this.#written;
    const [numbers, weights, to] = partsOf(this.#chunk, start, direction.length, terms.size);
    let at = 0;
    for (const [term, weight] of terms) {
      numbers[at] = this.#numberOf(term);
      weights[at++] = weight;
    }
    to.set(direction);
    this.#positions.set(textKey, this.size);
    this.#counts.push(terms.size);
    this.#starts.push(this.#end);
    this.#dimensions = direction.length;
    this.#end += size;
  }

  find(textKey: string): AnalyzedText | undefined {
    const position = this.#positions.get(textKey);
    if (position === undefined) return undefined;
    const count = this.#counts.at(position);
    const start = this.#starts.at(position);
    const record = Buffer.allocUnsafeSlow(recordSize(count, this.#dimensions));
    if (start < this.#written) readSync(this.#handle ?? -1, record, 0, record.length, start);
    else this.#chunk.copy(record, 0, start - this.#written);
    return parseRecord(record, this.#strings, this.#dimensions, count);
  }

  /** Completes the file. Records can still be found afterwards. */
  finish(): RecordsHead {
    this.#flush();
    renameSync(this.#draft, this.#file);
    return {
      keys: [...this.#positions.keys()],
      counts: [...this.#counts.view()],
      strings: this.#strings,
      dimensions: this.#dimensions,
      sha256: this.#sha256.digest('hex'),
    };
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  get #draft(): string {
    return `${this.#file}.draft`;
  }

  #flush(): void {
    this.#handle ??= openSync(this.#draft, 'w+');
    const bytes = this.#chunk.subarray(0, this.#end - this.#written);
    this.#sha256.update(bytes);
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#handle, bytes, at, bytes.length - at, this.#written + at);
    this.#written = this.#end;
    this.#chunk.fill(0);
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#numbers.set(term, this.#strings.length);
    return this.#strings.push(term) - 1;
  }
}

/** Returns zeroed memory that starts at a multiple of the size of a number. */
function allocate(size: number): Buffer<ArrayBuffer> {
  return Buffer.from(new ArrayBuffer(size));
}

function recordSize(terms: number, dimensions: number): number {
  // Records start at multiples of the size of a number.
  return Math.ceil((5 * terms + dimensions) / 4) * 4;
}

/** Returns the parts of the record at an offset: the numbers of its terms, their weights, and the direction. */
function partsOf(
  { buffer, byteOffset }: Buffer,
  start: number,
  dimensions: number,
  terms: number,
): readonly [Uint32Array, Uint8Array, Int8Array] {
  const at = byteOffset + start;
  return [
    new Uint32Array(buffer, at, terms),
    new Uint8Array(buffer, at + 4 * terms, terms),
    new Int8Array(buffer, at + 5 * terms, dimensions),
  ];
}

function parseRecord(record: Buffer, strings: readonly string[], dimensions: number, terms: number): AnalyzedText {
  const [numbers, weights, direction] = partsOf(record, 0, dimensions, terms);
  return { terms: new SharedTerms(strings, numbers, weights), direction };
}

/** Returns the SHA-256 of a file in hexadecimal. */
function hashFile(handle: number): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let start = 0, size = -1; size !== 0; start += size) {
    size = readSync(handle, chunk, 0, chunk.length, start);
    hash.update(chunk.subarray(0, size));
  }
  return hash.digest('hex');
}

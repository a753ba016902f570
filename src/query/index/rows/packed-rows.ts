import type { RowText } from '../../row-text.ts';

/**
 * Compressed rows, as JSON text in UTF-8. A row is a list of tokens. Each token is a phrase that many rows share, the
 * id of the row's listing, or the next part of the text that only this row has. This more than halves the size, and
 * unpacking is still copying.
 */
export interface PackedRows {
  /**
   * Each block contains whole rows, and eight more bytes. A row is three numbers (unpacked bytes, bytes of the id,
   * bytes of its own text), the id, its own text, and the tokens, each of them a number.
   */
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  /** The start of each row: the number of its block in the upper byte, the offset in the block in the others. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** All phrases, concatenated, and eight more bytes. */
  readonly phrases: Uint8Array<ArrayBuffer>;
  /** The start of each phrase in `phrases`, followed by the end of the last one. */
  readonly phraseStarts: Uint32Array<ArrayBuffer>;
}

/**
 * The tokens that are not phrases: the id, and the row's own text, for which the next number is the length in bytes.
 */
export const ID_TOKEN = 0;
export const OWN_TOKEN = 1;
/** The token of the first phrase. */
export const PHRASE_TOKENS = 2;

/** Text is copied eight bytes at a time: reads up to seven bytes beyond its end, which the next text overwrites. */
export const SLACK = 8;

/**
 * The maximum size of each half of the unpacked rows that a reader keeps, in bytes. Both halves have room for all rows of a
 * registry with about 13,000 listings.
 */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/**
 * Creates a function that unpacks rows by their numbers. Queries have many rows in common, so it keeps unpacked rows: when
 * the newer half is full, it drops the older half. Rows that are unpacked together share a buffer and are dropped together.
 */
export function createRowsReader(rows: PackedRows): (wanted: Uint32Array) => RowText[] {
  const reader = new RowReader(rows);
  let newer = new Map<number, RowText>();
  let older = newer;
  let newerBytes = 0;

  function unpackMissing(wanted: Uint32Array): void {
    const missing = wanted.filter(row => !newer.has(row) && !older.has(row));
    const unpacked = reader.readAll(missing);
    for (let i = 0; i < missing.length; i++) newer.set(missing[i] ?? 0, { bytes: unpacked[i] ?? NO_BYTES });
    for (const bytes of unpacked) newerBytes += bytes.length;
  }

  function findKept(wanted: Uint32Array): RowText[] {
    const texts: RowText[] = [];
    for (const row of wanted) {
      const text = newer.get(row) ?? older.get(row);
      if (text) texts.push(text);
    }
    return texts;
  }

  return wanted => {
    let texts = findKept(wanted);
    if (texts.length < wanted.length) {
      unpackMissing(wanted);
      texts = findKept(wanted);
    }
    if (newerBytes > MAX_KEPT_BYTES) {
      older = newer;
      newer = new Map();
      newerBytes = 0;
    }
    return texts;
  };
}

const NO_BYTES = new Uint8Array();

/** Unpacks a row without keeping it. */
export function unpackRow(rows: PackedRows, row: number): Uint8Array<ArrayBuffer> {
  return new RowReader(rows).readAll(Uint32Array.of(row))[0] ?? NO_BYTES;
}

/**
 * Returns the bytes of a packed row, and of those that follow it in its block, of an index whose rows are stored in their
 * order.
 * @param from the first row
 * @param to the first row that is not wanted
 * @param maxBytes the maximum size, unless the first row is larger
 * @returns `next`: the first row that is not included
 */
export function getPackedRows(
  { blocks, starts }: PackedRows,
  from: number,
  to: number,
  maxBytes: number,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly next: number } {
  const start = starts[from] ?? 0;
  const block = blocks[start >>> 24];
  if (block === undefined) throw new Error('A block of rows is missing from the index.');
  const endOfBlock = start - (start & 0xffffff) + block.length - SLACK;
  const endOf = (row: number) => Math.min(starts[row + 1] ?? endOfBlock, endOfBlock);
  let next = from + 1;
  while (next < to && endOf(next - 1) < endOfBlock && endOf(next) - start <= maxBytes) next++;
  return { bytes: block.subarray(start & 0xffffff, endOf(next - 1) & 0xffffff), next };
}

/** Returns the id of a row's listing. */
export function idOfRow(rows: PackedRows, row: number): string {
  return new RowReader(rows).id(row);
}

class RowReader {
  readonly #rows: PackedRows;
  readonly #blocks: readonly DataView[];
  readonly #phrases: DataView;
  /** The end of the last number read. */
  #end = 0;

  constructor(rows: PackedRows) {
    this.#rows = rows;
    this.#blocks = rows.blocks.map(viewOf);
    this.#phrases = viewOf(rows.phrases);
  }

  /** Unpacks rows into one buffer. */
  readAll(wanted: Uint32Array): Uint8Array<ArrayBuffer>[] {
    let length = SLACK;
    for (const row of wanted) length += this.#lengthOf(row);
    const bytes = new Uint8Array(length);
    const to = new DataView(bytes.buffer);
    const unpacked: Uint8Array<ArrayBuffer>[] = [];
    let at = 0;
    for (const row of wanted) {
      const end = this.#write(row, to, at);
      unpacked.push(bytes.subarray(at, end));
      at = end;
    }
    return unpacked;
  }

  #lengthOf(row: number): number {
    const start = this.#rows.starts[row] ?? 0;
    return this.#number(this.#block(start), start & 0xffffff);
  }

  id(row: number): string {
    const start = this.#rows.starts[row] ?? 0;
    const block = this.#block(start);
    this.#number(block, start & 0xffffff);
    const length = this.#number(block, this.#end);
    this.#number(block, this.#end);
    const text = new Uint8Array(block.buffer, block.byteOffset + this.#end, length);
    return JSON.parse(`"${new TextDecoder().decode(text)}"`);
  }

  /** Writes a row at an offset, and returns its end. */
  #write(row: number, to: DataView, start: number): number {
    const place = this.#rows.starts[row] ?? 0;
    const block = this.#block(place);
    const { phraseStarts } = this.#rows;
    const length = this.#number(block, place & 0xffffff);
    const idLength = this.#number(block, this.#end);
    const ownLength = this.#number(block, this.#end);
    const id = this.#end;
    let own = id + idLength;
    let token = own + ownLength;
    let at = start;
    while (at < start + length) {
      const code = this.#number(block, token);
      if (code === ID_TOKEN) {
        copy(block, id, idLength, to, at);
        at += idLength;
      } else if (code === OWN_TOKEN) {
        const part = this.#number(block, this.#end);
        copy(block, own, part, to, at);
        own += part;
        at += part;
      } else {
        const from = phraseStarts[code - PHRASE_TOKENS] ?? 0;
        const part = (phraseStarts[code - PHRASE_TOKENS + 1] ?? 0) - from;
        copy(this.#phrases, from, part, to, at);
        at += part;
      }
      token = this.#end;
    }
    return at;
  }

  #block(start: number): DataView {
    const block = this.#blocks[start >>> 24];
    if (block === undefined) throw new Error('A block of rows is missing from the index.');
    return block;
  }

  /** Reads a number that `ByteBuffer.number` wrote. */
  #number(block: DataView, start: number): number {
    let at = start;
    let byte = block.getUint8(at++);
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = block.getUint8(at++);
      value |= (byte & 0x7f) << shift;
    }
    this.#end = at;
    return value;
  }
}

/** Copies as floating-point numbers, the widest fast type. UTF-8 is never a NaN, whose bytes might change. */
function copy(from: DataView, start: number, length: number, to: DataView, at: number): void {
  for (let i = 0; i < length; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/**
 * Rows as JSON text in UTF-8, taken apart: a row is a list of tokens, each of which stands for a phrase that many rows
 * have, for the id of the row's listing, or for the next part of the text that only this row has. That more than halves
 * the rows, and they are still written out by copying.
 */
export interface PackedRows {
  /**
   * Each block holds whole rows, and eight bytes more. A row is three numbers (bytes when written out, bytes of the id,
   * bytes of its own text), the id, its own text, and the tokens, each of them a number.
   */
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  /** Where each row begins: the number of its block in the upper byte, the place in the block in the others. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** All phrases, one after another, and eight bytes more. */
  readonly phrases: Uint8Array<ArrayBuffer>;
  /** Where in `phrases` each begins, and at last where they end. */
  readonly phraseStarts: Uint32Array<ArrayBuffer>;
}

/** The tokens that are no phrase: the id, and the row's own text, of which the next number says how many bytes. */
export const ID_TOKEN = 0;
export const OWN_TOKEN = 1;
/** The token of the first phrase; the others follow. */
export const PHRASE_TOKENS = 2;

/** Text is copied eight bytes at a time: up to seven beyond its end are read, and written before what follows. */
export const SLACK = 8;

/** Writes out some rows, with commas between. */
export function unpackRows(rows: PackedRows, wanted: Uint32Array): Uint8Array<ArrayBuffer> {
  const reader = new RowReader(rows);
  let length = 0;
  for (const row of wanted) length += reader.lengthOf(row) + 1;
  const bytes = new Uint8Array(length + SLACK);
  const to = new DataView(bytes.buffer);
  let at = 0;
  for (const row of wanted) {
    at = reader.write(row, to, at);
    bytes[at++] = COMMA;
  }
  return bytes.subarray(0, Math.max(0, length - 1));
}

/** The id of a row's listing. */
export function idOfRow(rows: PackedRows, row: number): string {
  return new RowReader(rows).id(row);
}

const COMMA = ','.charCodeAt(0);

class RowReader {
  readonly #rows: PackedRows;
  readonly #blocks: readonly DataView[];
  readonly #phrases: DataView;
  /** Where the last number read ends. */
  #end = 0;

  constructor(rows: PackedRows) {
    this.#rows = rows;
    this.#blocks = rows.blocks.map(viewOf);
    this.#phrases = viewOf(rows.phrases);
  }

  lengthOf(row: number): number {
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

  /** Writes a row to a place, and returns where it ends. */
  write(row: number, to: DataView, start: number): number {
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
    if (block === undefined) throw new Error('The index lacks a block of rows.');
    return block;
  }

  /** A number as `ByteBuffer.number` writes it. */
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

/** By way of floating-point numbers, the widest that are fast. UTF-8 never is a NaN, whose bytes might change. */
function copy(from: DataView, start: number, length: number, to: DataView, at: number): void {
  for (let i = 0; i < length; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

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

/** Unpacks rows, separated by commas, between a head and a tail. */
export type UnpackRows = (wanted: Uint32Array, head?: string, tail?: string) => Uint8Array<ArrayBuffer>;

/** Creates a function that unpacks rows into the document that contains them, so that each row is copied once. */
export function createUnpackRows(rows: PackedRows): UnpackRows {
  const reader = new RowReader(rows);
  return (wanted, head = '', tail = '') => {
    const [start, end] = [ENCODER.encode(head), ENCODER.encode(tail)];
    let length = Math.max(0, wanted.length - 1);
    for (const row of wanted) length += reader.lengthOf(row);
    const bytes = new Uint8Array(start.length + length + Math.max(end.length, SLACK));
    const to = new DataView(bytes.buffer);
    bytes.set(start);
    let at = start.length;
    for (let i = 0; i < wanted.length; i++) {
      if (i > 0) bytes[at++] = COMMA;
      at = reader.write(wanted[i] ?? 0, to, at);
    }
    bytes.set(end, at);
    return bytes.subarray(0, at + end.length);
  };
}

/** Unpacks rows, separated by commas. */
export function unpackRows(rows: PackedRows, wanted: Uint32Array): Uint8Array<ArrayBuffer> {
  return createUnpackRows(rows)(wanted);
}

const ENCODER = new TextEncoder();

/** Returns the id of a row's listing. */
export function idOfRow(rows: PackedRows, row: number): string {
  return new RowReader(rows).id(row);
}

const COMMA = ','.charCodeAt(0);

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

  /** Writes a row at an offset, and returns its end. */
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

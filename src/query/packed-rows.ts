import type { Row } from '#listing/row.ts';
import { ByteBuffer, numberAt } from './byte-buffer.ts';

/**
 * Rows as JSON text in UTF-8, in which control characters, which JSON text never contains, stand for what many rows
 * have in common: 1 for the id of the row's listing, and 2 to 31, with the byte after it, for one of 7,680 phrases.
 * That halves their size, and a row is still written out by copying.
 */
export interface PackedRows {
  /** Each block holds whole rows. */
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  /** Where each row begins: the number of its block in the upper byte, the place in the block in the others. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** All phrases, one after another. */
  readonly phrases: Uint8Array<ArrayBuffer>;
  /** Where in `phrases` each begins, and at last where they end. */
  readonly phraseStarts: Uint32Array<ArrayBuffer>;
}

const ID = 1;
const FIRST_CODE = 2;
const FIRST_TEXT = 32;
const MOST_PHRASES = (FIRST_TEXT - FIRST_CODE) * 256;

/** Below 2^24, so that a place in a block fits in three bytes. */
const BLOCK_BYTES = 8 * 1024 * 1024;

/** A member longer than this is hardly one that rows have in common. */
const LONGEST_PHRASE = 512;

/** How many members seen once are remembered, in case they come again. */
const REMEMBERED = 50_000;

/** Packs rows one by one. */
export class RowPacker {
  readonly #encoder = new TextEncoder();
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  readonly #block = new ByteBuffer();
  readonly #starts: number[] = [];
  readonly #phrases = new ByteBuffer();
  readonly #phraseStarts: number[] = [0];
  readonly #codes = new Map<string, number>();
  readonly #seenOnce = new Set<string>();

  /** Each packed row is its length in bytes when written out, the length of the id, the id, and the text. */
  add(row: Row): void {
    const id = JSON.stringify(row.id).slice(1, -1);
    const { length } = this.#encoder.encode(JSON.stringify(row));
    if (this.#block.length + 2 * length > BLOCK_BYTES) this.#endBlock();
    this.#starts.push(this.#blocks.length * 2 ** 24 + this.#block.length);
    this.#block.number(length);
    const idBytes = this.#encoder.encode(id);
    this.#block.number(idBytes.length);
    this.#block.bytes(idBytes);
    for (const [i, [key, value]] of Object.entries(row).entries()) {
      this.#addMember(`${i === 0 ? '{' : ','}${JSON.stringify(key)}:`, JSON.stringify(value), id);
    }
    this.#block.byte('}'.charCodeAt(0));
  }

  /** @param order for each row of the result, which of the rows added it is */
  build(order: Uint32Array): PackedRows {
    this.#endBlock();
    return {
      blocks: this.#blocks,
      starts: Uint32Array.from(order, added => this.#starts[added] ?? 0),
      phrases: this.#phrases.take(),
      phraseStarts: Uint32Array.from(this.#phraseStarts),
    };
  }

  #endBlock(): void {
    if (this.#block.length > 0) this.#blocks.push(this.#block.take());
  }

  #addMember(key: string, value: string, id: string): void {
    const member = (key + value).replaceAll(id, String.fromCharCode(ID));
    const code = this.#codes.get(member) ?? this.#codeFor(member);
    if (code !== undefined) {
      this.#addCode(code);
      return;
    }
    const keyCode = this.#codes.get(key) ?? this.#addPhrase(key);
    if (keyCode === undefined) this.#block.bytes(this.#encoder.encode(key));
    else this.#addCode(keyCode);
    this.#block.bytes(this.#encoder.encode(value.replaceAll(id, String.fromCharCode(ID))));
  }

  #addCode(code: number): void {
    this.#block.byte(FIRST_CODE + (code >>> 8));
    this.#block.byte(code & 0xff);
  }

  /** A member becomes a phrase when it comes a second time. */
  #codeFor(member: string): number | undefined {
    if (member.length > LONGEST_PHRASE) return undefined;
    if (this.#seenOnce.delete(member)) return this.#addPhrase(member);
    if (this.#seenOnce.size === REMEMBERED) this.#seenOnce.clear();
    this.#seenOnce.add(member);
    return undefined;
  }

  #addPhrase(text: string): number | undefined {
    const code = this.#codes.size;
    if (code === MOST_PHRASES) return undefined;
    this.#codes.set(text, code);
    this.#phrases.bytes(this.#encoder.encode(text));
    this.#phraseStarts.push(this.#phrases.length);
    return code;
  }
}

/** Writes out some rows, with commas between. */
export function unpackRows(rows: PackedRows, wanted: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const readers = Array.from(wanted, row => openRow(rows, row));
  const bytes = new Uint8Array(readers.reduce((sum, { length }) => sum + length + 1, 0));
  let at = 0;
  for (const reader of readers) {
    at = writeRow(rows, reader, bytes, at);
    bytes[at++] = COMMA;
  }
  return bytes.subarray(0, Math.max(0, at - 1));
}
const COMMA = ','.charCodeAt(0);

/** A packed row, and where its parts are. */
interface RowReader {
  readonly block: Uint8Array;
  /** Bytes when written out. */
  readonly length: number;
  readonly idStart: number;
  readonly textStart: number;
}

function openRow({ blocks, starts }: PackedRows, row: number): RowReader {
  const start = starts[row] ?? 0;
  const block = blocks[start >>> 24];
  if (block === undefined) throw new Error(`The index has no row ${row}.`);
  const length = numberAt(block, start & 0xffffff);
  const idLength = numberAt(block, length.end);
  return { block, length: length.value, idStart: idLength.end, textStart: idLength.end + idLength.value };
}

function writeRow({ phrases, phraseStarts }: PackedRows, row: RowReader, to: Uint8Array, start: number): number {
  const { block, idStart, textStart } = row;
  const end = start + row.length;
  let at = start;
  for (let from = textStart; at < end; ) {
    const byte = block[from++] ?? 0;
    if (byte >= FIRST_TEXT) to[at++] = byte;
    else if (byte === ID) at = copy(block, idStart, textStart, to, at);
    else {
      const code = ((byte - FIRST_CODE) << 8) | (block[from++] ?? 0);
      const phraseEnd = phraseStarts[code + 1] ?? 0;
      for (let each = phraseStarts[code] ?? 0; each < phraseEnd; each++) {
        const character = phrases[each] ?? 0;
        if (character === ID) at = copy(block, idStart, textStart, to, at);
        else to[at++] = character;
      }
    }
  }
  return at;
}

function copy(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  let next = at;
  for (let i = start; i < end; i++) to[next++] = from[i] ?? 0;
  return next;
}

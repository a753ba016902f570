import type { Row } from '#contract/row.ts';
import { ByteBuffer } from './byte-buffer.ts';
import { ID_TOKEN, OWN_TOKEN, type PackedRows, PHRASE_TOKENS, SLACK } from './packed-rows.ts';
import { PhraseCounter, PhraseTable } from './phrase-table.ts';

/** Small enough for a place in a block to fit in three bytes, and for three blocks to fit in a file. */
const BLOCK_BYTES = 8 * 1024 * 1024;

/** Packs rows one by one. What rows have in common shows as they come. */
export class RowPacker {
  readonly #utf8 = new Utf8();
  readonly #book = new PhraseTable();
  readonly #line = new TokenLine(this.#book);
  readonly #members = new PhraseCounter();
  readonly #sentences = new PhraseCounter();
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  readonly #block = new ByteBuffer();
  readonly #starts: number[] = [];

  add(row: Row): void {
    const id = JSON.stringify(row.id).slice(1, -1);
    let json = '';
    for (const [key, value] of Object.entries(row)) {
      const [name, text] = [`${json === '' ? '{' : ','}"${key}":`, JSON.stringify(value)];
      this.#addMember(name, text, id);
      json += name + text;
    }
    this.#line.common('}');
    const { own, tokens } = this.#line.end();
    this.#addRow(this.#utf8.of(`${json}}`).length, this.#utf8.of(id), own, tokens);
  }

  /**
   * The rows so far. More can be added afterwards, and the result of an earlier call stays as it is; blocks that are full
   * belong to both.
   *
   * @param order for each row of the result, which of the rows added it is
   */
  build(order: Uint32Array): PackedRows {
    return {
      blocks: [...this.#blocks, this.#block.copy(SLACK)],
      starts: Uint32Array.from(order, added => this.#starts[added] ?? 0),
      ...this.#book.phrases(SLACK),
    };
  }

  /** A member that other rows have, too, but for the id in it, is common; of others only the key and some sentences are. */
  #addMember(key: string, value: string, id: string): void {
    const pieces = value.includes(id) ? (key + value).split(id) : [key + value];
    if (!this.#members.recurs(pieces.join('\0'))) {
      this.#line.common(key);
      for (const sentence of value.split(SENTENCE_END)) this.#addSentence(sentence);
      return;
    }
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) this.#line.id();
      this.#line.common(piece);
    }
  }

  /** Who publishes many APIs says some things of each. */
  #addSentence(sentence: string): void {
    if (sentence.length >= SHORTEST_SENTENCE && this.#sentences.recurs(sentence)) this.#line.common(sentence);
    else this.#line.own(sentence);
  }

  #addRow(length: number, id: Uint8Array, own: Uint8Array, tokens: Uint8Array): void {
    const block = this.#block;
    if (block.length + id.length + own.length + tokens.length + 32 > BLOCK_BYTES) this.#endBlock();
    this.#starts.push(this.#blocks.length * 2 ** 24 + block.length);
    for (const number of [length, id.length, own.length]) block.number(number);
    for (const bytes of [id, own, tokens]) block.bytes(bytes);
  }

  #endBlock(): void {
    this.#block.bytes(new Uint8Array(SLACK));
    this.#blocks.push(this.#block.take());
  }
}

/** A sentence that is shorter is left in the row's own text. */
const SHORTEST_SENTENCE = 40;

const SENTENCE_END = /(?<=[.!?] )/;

/** A shorter text is no phrase: to write it out as one of its own costs more time than it saves room. */
const SHORTEST = 12;

/** Encodes texts one after another into the same room. */
class Utf8 {
  readonly #encoder = new TextEncoder();
  #room = new Uint8Array(16 * 1024);

  /** The bytes of a text, which are there until the next is encoded. */
  of(text: string): Uint8Array {
    if (this.#room.length < 3 * text.length) this.#room = new Uint8Array(6 * text.length);
    return this.#room.subarray(0, this.#encoder.encodeInto(text, this.#room).written);
  }
}

/** Writes the tokens of a row from its beginning to its end, and then those of the next. */
class TokenLine {
  readonly #book: PhraseTable;
  readonly #utf8 = new Utf8();
  readonly #tokens = new ByteBuffer();
  #own = '';
  /** A phrase that may still become longer. */
  #held = '';
  /** Its number, once it is known to be one. */
  #heldNumber: number | undefined;
  /** Own text that may still become longer. */
  #heldOwn = '';

  constructor(book: PhraseTable) {
    this.#book = book;
  }

  /** Text that other rows probably have, too: together with what came before it where that is a phrase, too. */
  common(text: string): void {
    if (text === '') return;
    const longer = this.#heldWith(text);
    if (longer !== undefined) {
      this.#held += text;
      this.#heldNumber = longer;
      return;
    }
    this.#endHeld();
    this.#held = text;
  }

  #heldWith(text: string): number | undefined {
    const held = this.#held;
    if (held === '') return undefined;
    const number = this.#heldNumber;
    return number === undefined
      ? this.#book.numberOf(held + text)
      : this.#book.longerBy(number, text, () => held + text);
  }

  id(): void {
    this.#endHeld();
    this.#endOwn();
    this.#tokens.number(ID_TOKEN);
  }

  own(text: string): void {
    this.#endHeld();
    this.#heldOwn += text;
  }

  /** Ends the row; its own text is there until the next row ends. */
  end(): { readonly own: Uint8Array; readonly tokens: Uint8Array } {
    this.#endHeld();
    this.#endOwn();
    const own = this.#utf8.of(this.#own);
    this.#own = '';
    return { own, tokens: this.#tokens.take() };
  }

  #endHeld(): void {
    const [held, number] = [this.#held, this.#heldNumber];
    this.#held = '';
    this.#heldNumber = undefined;
    if (held === '') return;
    const phrase = held.length < SHORTEST ? undefined : (number ?? this.#book.numberOf(held));
    if (phrase === undefined) {
      this.#heldOwn += held;
      return;
    }
    this.#endOwn();
    this.#tokens.number(PHRASE_TOKENS + phrase);
  }

  #endOwn(): void {
    if (this.#heldOwn === '') return;
    this.#tokens.number(OWN_TOKEN);
    this.#tokens.number(this.#utf8.of(this.#heldOwn).length);
    this.#own += this.#heldOwn;
    this.#heldOwn = '';
  }
}

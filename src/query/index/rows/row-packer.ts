import type { Row } from '#contract/row.ts';
import { ByteBuffer } from '../arrays/byte-buffer.ts';
import { getPackedRows, ID_TOKEN, OWN_TOKEN, type PackedRows, PHRASE_TOKENS, SLACK } from './packed-rows.ts';
import { PhraseCounter, type Phrases, PhraseTable } from './phrase-table.ts';

/** An offset in a block fits in three bytes, and three blocks fit in a file. */
const BLOCK_BYTES = 8 * 1024 * 1024;

/** A member of a row as text, and its length in bytes. */
interface CommonMember {
  readonly member: string;
  readonly length: number;
}

/** Bounds memory. */
const MAX_COMMON_VALUES = 1000;

/** The texts that decide how a row is packed. */
export interface CommonParts extends Phrases {
  /** The members that are repeated, with a zero byte in place of the id. */
  readonly members: readonly string[];
  /** The sentences of other members that are repeated. */
  readonly sentences: readonly string[];
}

/** Returns the common parts of a sample of rows. */
export function findCommonParts(sample: Iterable<Row>): CommonParts {
  const packer = new RowPacker();
  for (const row of sample) packer.add(row);
  return packer.commonParts;
}

/** Whether packed rows can be copied from one index to another. */
export function isSameCommonParts(a: CommonParts, b: CommonParts): boolean {
  const names = ['phrases', 'phraseStarts', 'members', 'sentences'] as const;
  return names.every(name => isEqual<unknown>(a[name], b[name]));
}

/** Packs rows one at a time. Their common parts are given, or are detected as rows arrive. */
export class RowPacker {
  readonly #utf8 = new Utf8();
  readonly #phrases: PhraseTable;
  readonly #line: TokenLine;
  readonly #members: PhraseCounter;
  readonly #sentences: PhraseCounter;
  /**
   * Members without the id that are repeated and not the first, by name and value, so that their text is not created and
   * hashed again.
   */
  readonly #common = new Map<string, Map<string, CommonMember>>();
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  readonly #block = new ByteBuffer();
  readonly #packed = new ByteBuffer();
  readonly #starts: number[] = [];
  #isFrozen = false;

  /**
   * @param commonParts the common parts that all rows use. Each row is then packed on its own, so that packed rows can be copied
   * to the index after a change; by default, the packing of a row depends on those before it
   */
  constructor(commonParts?: CommonParts) {
    this.#phrases = new PhraseTable(commonParts);
    this.#line = new TokenLine(this.#phrases);
    this.#members = new PhraseCounter(commonParts?.members);
    this.#sentences = new PhraseCounter(commonParts?.sentences);
    if (!commonParts) return;
    for (const member of commonParts.members) {
      const { name, value } = MEMBER_WITHOUT_ID.exec(member)?.groups ?? {};
      if (name && value) this.#keepCommon(name, value, { member, length: this.#utf8.of(member).length });
    }
    this.#isFrozen = true;
  }

  /** The common parts so far. */
  get commonParts(): CommonParts {
    const [members, sentences] = [this.#members.repeated, this.#sentences.repeated];
    return { ...this.#phrases.phrases(SLACK), members, sentences };
  }

  /**
   * Adds the packed rows from `from` (inclusive) to `to` (exclusive) of an index with the same common parts, whose rows are
   * stored in their order.
   */
  copy(rows: PackedRows, from: number, to: number): void {
    for (let row = from; row < to; ) {
      const room = BLOCK_BYTES - SLACK - this.#block.length;
      const { bytes, next } = getPackedRows(rows, row, to, room);
      if (bytes.length > room) this.#endBlock();
      const start = this.#nextStart();
      const first = rows.starts[row] ?? 0;
      for (; row < next; row++) this.#starts.push(start + (rows.starts[row] ?? 0) - first);
      this.#block.bytes(bytes);
    }
  }

  add(row: Row): void {
    const id = JSON.stringify(row.id).slice(1, -1);
    let start: '{' | ',' = '{';
    let length = 1;
    for (const [key, value] of Object.entries(row)) {
      const text = JSON.stringify(value);
      length += this.#addMember(start, key, text, id);
      start = ',';
    }
    this.#line.common('}');
    const { own, tokens } = this.#line.end();
    this.#addRow(length, this.#utf8.of(id), own, tokens);
  }

  /**
   * Returns the rows so far. Later additions do not change the result; full blocks are shared.
   * @param order for each row of the result, its position among the added rows
   */
  build(order: Uint32Array): PackedRows {
    return {
      blocks: [...this.#blocks, this.#block.copy(SLACK)],
      starts: Uint32Array.from(order, added => this.#starts[added] ?? 0),
      ...this.#phrases.phrases(SLACK),
    };
  }

  /**
   * A member that other rows have, too, except for the id in it, is common; of other members, only the key and repeated
   * sentences are.
   * @returns the length of the member in bytes
   */
  #addMember(start: '{' | ',', name: string, value: string, id: string): number {
    const common = this.#common.get(name)?.get(value);
    if (common && start === ',') {
      this.#line.common(common.member);
      return common.length;
    }
    const key = `${start}"${name}":`;
    const member = key + value;
    const pieces = value.includes(id) ? member.split(id) : [member];
    const length = this.#utf8.of(member).length;
    if (!this.#members.isRepeated(pieces.join('\0'))) {
      this.#line.common(key);
      for (const sentence of value.split(SENTENCE_END)) this.#addSentence(sentence);
      return length;
    }
    if (pieces.length === 1 && start === ',') this.#keepCommon(name, value, { member, length });
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) this.#line.id();
      this.#line.common(piece);
    }
    return length;
  }

  #keepCommon(name: string, value: string, member: CommonMember): void {
    const values = this.#common.get(name) ?? new Map<string, CommonMember>();
    if (values.size < MAX_COMMON_VALUES && !this.#isFrozen) this.#common.set(name, values.set(value, member));
  }

  /** A publisher of many APIs repeats sentences in their descriptions. */
  #addSentence(sentence: string): void {
    if (sentence.length >= MIN_SENTENCE_LENGTH && this.#sentences.isRepeated(sentence)) this.#line.common(sentence);
    else this.#line.own(sentence);
  }

  #addRow(length: number, id: Uint8Array, own: Uint8Array, tokens: Uint8Array): void {
    for (const number of [length, id.length, own.length]) this.#packed.number(number);
    for (const bytes of [id, own, tokens]) this.#packed.bytes(bytes);
    const packed = this.#packed.take();
    if (this.#block.length + packed.length + SLACK > BLOCK_BYTES) this.#endBlock();
    this.#starts.push(this.#nextStart());
    this.#block.bytes(packed);
  }

  /** Returns where the next row starts (`PackedRows.starts`). */
  #nextStart(): number {
    return this.#blocks.length * 2 ** 24 + this.#block.length;
  }

  #endBlock(): void {
    this.#block.bytes(new Uint8Array(SLACK));
    this.#blocks.push(this.#block.take());
  }
}

/** A repeated member that is not the first and does not contain the id. */
const MEMBER_WITHOUT_ID = /^,"(?<name>[^"]+)":(?<value>[^\0]+)$/;

function isEqual<T>(a: ArrayLike<T>, b: ArrayLike<T>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** Shorter sentences stay in the row's own text. */
const MIN_SENTENCE_LENGTH = 40;

const SENTENCE_END = /(?<=[.!?] )/;

/** Shorter texts are not phrases: a separate phrase would cost more time than the space it saves. */
const MIN_PHRASE_LENGTH = 12;

/** Encodes texts into a shared buffer. */
class Utf8 {
  readonly #encoder = new TextEncoder();
  #buffer = new Uint8Array(16 * 1024);

  /** Returns the bytes of a text, which the next call overwrites. */
  of(text: string): Uint8Array {
    if (this.#buffer.length < 3 * text.length) this.#buffer = new Uint8Array(6 * text.length);
    return this.#buffer.subarray(0, this.#encoder.encodeInto(text, this.#buffer).written);
  }
}

/** Writes the tokens of one row at a time. */
class TokenLine {
  readonly #phrases: PhraseTable;
  readonly #utf8 = new Utf8();
  readonly #tokens = new ByteBuffer();
  #own = '';
  /** A phrase that may still grow. */
  #pending = '';
  /** The number of `#pending`, if it is a phrase. */
  #pendingNumber: number | undefined;
  /** Own text that may still grow. */
  #pendingOwn = '';

  constructor(phrases: PhraseTable) {
    this.#phrases = phrases;
  }

  /**
   * Adds a text that other rows probably have, too. If the preceding phrase and the text are also a phrase, they become
   * one token.
   */
  common(text: string): void {
    if (text === '') return;
    const longer = this.#findLonger(text);
    if (longer !== undefined) {
      this.#pending += text;
      this.#pendingNumber = longer;
      return;
    }
    this.#endPending();
    this.#pending = text;
  }

  #findLonger(text: string): number | undefined {
    const pending = this.#pending;
    if (pending === '') return undefined;
    const number = this.#pendingNumber;
    return number === undefined
      ? this.#phrases.numberOf(pending + text)
      : this.#phrases.longerBy(number, text, () => pending + text);
  }

  id(): void {
    this.#endPending();
    this.#endOwn();
    this.#tokens.number(ID_TOKEN);
  }

  own(text: string): void {
    this.#endPending();
    this.#pendingOwn += text;
  }

  /** Ends the row. The next call overwrites its own text. */
  end(): { readonly own: Uint8Array; readonly tokens: Uint8Array } {
    this.#endPending();
    this.#endOwn();
    const own = this.#utf8.of(this.#own);
    this.#own = '';
    return { own, tokens: this.#tokens.take() };
  }

  #endPending(): void {
    const [pending, number] = [this.#pending, this.#pendingNumber];
    this.#pending = '';
    this.#pendingNumber = undefined;
    if (pending === '') return;
    const phrase = pending.length < MIN_PHRASE_LENGTH ? undefined : (number ?? this.#phrases.numberOf(pending));
    if (phrase === undefined) {
      this.#pendingOwn += pending;
      return;
    }
    this.#endOwn();
    this.#tokens.number(PHRASE_TOKENS + phrase);
  }

  #endOwn(): void {
    if (this.#pendingOwn === '') return;
    this.#tokens.number(OWN_TOKEN);
    this.#tokens.number(this.#utf8.of(this.#pendingOwn).length);
    this.#own += this.#pendingOwn;
    this.#pendingOwn = '';
  }
}

import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import type { Instant } from '#contract/instant.ts';
import type { Row, Status } from '#contract/row.ts';
import type { Term } from '#manifest/taxonomy.ts';
import type { RowText } from '#query/row-text.ts';
import type { BriefRow, Card } from './card.ts';
import type { Cards } from './cards.ts';
import { TextColumn } from './text-column.ts';

/**
 * The first line of a card file, as JSON. It is followed by the columns. For each card: the start of its JSON in the file
 * with the contents (64-bit floating point), the lengths of the three parts (`Location`), and its number of endpoint
 * pages (32 bits each). Then for each name in `TEXT_COLUMNS`: the end of each string (32 bits), and the strings. Numbers
 * are in the byte order of the machine.
 */
export interface CardsHead {
  readonly format: typeof FORMAT;
  /** A key for the inputs of the cards. */
  readonly key: string;
  /** The number of cards. */
  readonly size: number;
  readonly contents: Contents;
  /** The length of the strings of each text column in bytes. */
  readonly texts: readonly number[];
}

/** The file that contains the JSON of the cards: of each, the row in UTF-8, and other members and the texts in ASCII. */
export interface Contents {
  /** One of `SUFFIXES`, after the name of the card file. */
  readonly suffix: string;
  /** The first line of that file. */
  readonly id: string;
  /** The length of that file. The next build may append to it. */
  readonly end: number;
}

export const FORMAT = 'api-registry-cards 4';

/** A file with contents is either continued or replaced by the other one, so that readers continue. */
export const SUFFIXES = ['.0', '.1'] as const;

/** What is stored of each card for callers that need it of all of them. */
export const TEXT_COLUMNS = [
  'id',
  'name',
  'status',
  'categories',
  'primaryCategory',
  'createdAt',
  'changedAt',
  'digest',
  'textKey',
  'brief',
  'stamp',
] as const;
export type TextColumnName = (typeof TEXT_COLUMNS)[number];

/** The bytes of a card in the numeric columns. */
const NUMBER_BYTES = 24;

/** Callers that read cards in order need one read for about ten of them. */
const WINDOW_BYTES = 32 * 1024;

/** Longer than any first line. */
const MAX_HEAD_BYTES = 4096;

/**
 * The number of cards that are kept once they are parsed. Callers go through all cards several times, so keeping those
 * that were used last would keep none of a larger registry for the next time.
 */
const MAX_KEPT = 20_000;

/**
 * The cards in the files of a `CardsWriter`. Columns are read when they are first used, and the parts of a card whenever
 * they are used.
 */
export class CardsFile implements Cards {
  readonly head: CardsHead;
  readonly size: number;
  readonly #file: string;
  readonly #columns: number;
  readonly #contents: number;
  /** The position of the first column. */
  readonly #start: number;
  readonly #texts = new Map<TextColumnName, TextColumn>();
  readonly #window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  #windowStart = 0;
  #windowEnd = 0;
  /** The end of the last read beyond the window. */
  #lastEnd = 0;
  #numbers: CardNumbers | undefined;
  /** The number of each listing, because callers look up all of them. */
  #found: ReadonlyMap<string, number> | undefined;
  /** The rows and members of the first cards that were used. */
  readonly #rows = new Map<number, Row>();
  readonly #members = new Map<number, CardMembers>();

  /**
   * Opens a card file.
   * @throws SyntaxError if it is incomplete or not a card file; an error with the code `ENOENT` if it does not exist
   */
  constructor(file: string) {
    this.#file = file;
    this.#columns = openSync(file, 'r');
    let contents: number | undefined;
    try {
      const { head, start } = readHead(this.#columns, file);
      contents = openSync(file + head.contents.suffix, 'r');
      const end = start + NUMBER_BYTES * head.size + head.texts.reduce((sum, bytes) => sum + 4 * head.size + bytes, 0);
      const isComplete = fstatSync(this.#columns).size === end && fstatSync(contents).size >= head.contents.end;
      if (!isComplete || readBytes(contents, 0, head.contents.id.length).toString('latin1') !== head.contents.id)
        throw new SyntaxError(`${file} is incomplete.`);
      [this.head, this.size, this.#start, this.#contents] = [head, head.size, start, contents];
    } catch (error) {
      closeSync(this.#columns);
      if (contents !== undefined) closeSync(contents);
      throw error;
    }
  }

  id(number: number): string {
    return this.#text('id', number);
  }

  name(number: number): string {
    return this.#text('name', number);
  }

  status(number: number): Status {
    return this.#text('status', number) as Status;
  }

  categories(number: number): readonly Term<'categories'>[] {
    return this.#text('categories', number).split(' ').filter(Boolean) as Term<'categories'>[];
  }

  primaryCategory(number: number): Term<'primary_categories'> {
    return this.#text('primaryCategory', number) as Term<'primary_categories'>;
  }

  createdAt(number: number): Instant {
    return this.#text('createdAt', number);
  }

  changedAt(number: number): Instant {
    return this.#text('changedAt', number);
  }

  digest(number: number): string {
    return this.#text('digest', number);
  }

  textKey(number: number): string {
    return this.#text('textKey', number);
  }

  brief(number: number): BriefRow {
    const [payment_currency, updated_at, verified_at, last_checked_at, next_check_by, uptime_90d]: StoredBrief =
      this.#parse(this.#text('brief', number));
    return {
      id: this.id(number),
      name: this.name(number),
      status: this.status(number),
      categories: this.categories(number),
      primary_category: this.primaryCategory(number),
      payment_currency,
      created_at: this.createdAt(number),
      updated_at,
      verified_at,
      last_checked_at,
      next_check_by,
      observed: { uptime_90d },
    };
  }

  /** Changes whenever the files of the listing change. Empty if unknown. */
  stamp(number: number): string {
    return this.#text('stamp', number);
  }

  find(id: string): number {
    this.#found ??= new Map(Array.from({ length: this.size }, (_, number) => [this.id(number), number]));
    return this.#found.get(id) ?? -1;
  }

  endpointPages(number: number): number {
    this.#numbers ??= this.#readNumbers();
    return this.#numbers.pages[number] ?? 0;
  }

  at(number: number): Card {
    this.locate(number);
    return new StoredCard(this, number);
  }

  row(number: number): Row {
    const kept = this.#rows.get(number);
    if (kept) return kept;
    const { start, row } = this.locate(number);
    const read: Row = this.#parse(this.#read(start, row).toString());
    if (this.#rows.size < MAX_KEPT) this.#rows.set(number, read);
    return read;
  }

  rowTexts(numbers: Uint32Array): RowText[] {
    let length = 0;
    for (const number of numbers) length += this.locate(number).row;
    const bytes = new Uint8Array(length);
    let end = 0;
    return Array.from(numbers, number => {
      const { start, row } = this.locate(number);
      const text = bytes.subarray(end, end + row);
      readSync(this.#contents, text, 0, row, start);
      end += row;
      return { bytes: text };
    });
  }

  members(number: number): CardMembers {
    const kept = this.#members.get(number);
    if (kept) return kept;
    const { start, row, members } = this.locate(number);
    const read: CardMembers = this.#parse(this.#read(start + row, members).toString('latin1'));
    if (this.#members.size < MAX_KEPT) this.#members.set(number, read);
    return read;
  }

  /** Returns the texts of a card, which only indexes need, and which are nearly half of the file. */
  text(number: number): Card['text'] {
    const { start, row, members, text } = this.locate(number);
    return this.#parse(this.#read(start + row + members, text).toString('latin1')) ?? undefined;
  }

  /** Returns the location of a card in the contents. */
  locate(number: number): Location {
    this.#numbers ??= this.#readNumbers();
    const { starts, rows, members, texts } = this.#numbers;
    const start = starts[number];
    if (start === undefined) throw new RangeError(`There is no card ${number}.`);
    return { start, row: rows[number] ?? 0, members: members[number] ?? 0, text: texts[number] ?? 0 };
  }

  /** Returns the bytes of a card in the contents. */
  bytes({ start, row, members, text }: Location): Uint8Array {
    return readBytes(this.#contents, start, row + members + text);
  }

  *[Symbol.iterator](): Generator<Card> {
    for (let number = 0; number < this.size; number++) yield this.at(number);
  }

  close(): void {
    closeSync(this.#columns);
    closeSync(this.#contents);
  }

  column(name: TextColumnName): TextColumn {
    let column = this.#texts.get(name);
    if (!column) {
      column = this.#readTextColumn(name);
      this.#texts.set(name, column);
    }
    return column;
  }

  #text(name: TextColumnName, number: number): string {
    return this.column(name).at(number);
  }

  #readTextColumn(name: TextColumnName): TextColumn {
    const { size, texts } = this.head;
    const at = TEXT_COLUMNS.indexOf(name);
    const start =
      this.#start + NUMBER_BYTES * size + texts.slice(0, at).reduce((sum, bytes) => sum + 4 * size + bytes, 0);
    const ends = readBytes(this.#columns, start, 4 * size);
    return new TextColumn(new Uint32Array(ends.buffer), readBytes(this.#columns, start + 4 * size, texts[at] ?? 0));
  }

  #readNumbers(): CardNumbers {
    const { size } = this;
    const { buffer } = readBytes(this.#columns, this.#start, NUMBER_BYTES * size);
    const column = (at: number) => new Uint32Array(buffer, (8 + 4 * at) * size, size);
    const starts = new Float64Array(buffer, 0, size);
    return { starts, rows: column(0), members: column(1), texts: column(2), pages: column(3) };
  }

  /** Returns bytes of the contents, which the next call may overwrite. */
  #read(start: number, length: number): Buffer {
    const isInWindow = start >= this.#windowStart && start + length <= this.#windowEnd;
    if (!isInWindow) {
      const isNext = start >= this.#lastEnd && start < this.#lastEnd + WINDOW_BYTES && length < WINDOW_BYTES;
      this.#lastEnd = start + length;
      if (!isNext) return readBytes(this.#contents, start, length);
      this.#windowStart = start;
      this.#windowEnd = start + readSync(this.#contents, this.#window, 0, WINDOW_BYTES, start);
      this.#lastEnd = this.#windowEnd;
    }
    return this.#window.subarray(start - this.#windowStart, start - this.#windowStart + length);
  }

  #parse(json: string) {
    try {
      return JSON.parse(json);
    } catch (error) {
      // The next build then reads the records instead.
      rmSync(this.#file, { force: true });
      throw new Error(`${this.#file} was damaged. Build again.`, { cause: error });
    }
  }
}

/** Opens a card file. Undefined if it is missing or damaged. */
export function openCards(file: string): CardsFile | undefined {
  try {
    return new CardsFile(file);
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The location of a card: the start of its JSON, and the length of each part. */
export interface Location {
  readonly start: number;
  readonly row: number;
  readonly members: number;
  readonly text: number;
}

/** The numeric columns. */
interface CardNumbers {
  readonly starts: Float64Array;
  readonly rows: Uint32Array;
  readonly members: Uint32Array;
  readonly texts: Uint32Array;
  readonly pages: Uint32Array;
}

/** The members of a card that are in no column. */
export type CardMembers = Pick<Card, 'price' | 'authentication' | 'protocol' | 'endpoints' | 'results'>;

/** The content of the column `brief` as JSON: the members that are in no other column. */
export type StoredBrief = readonly [
  BriefRow['payment_currency'],
  BriefRow['updated_at'],
  BriefRow['verified_at'],
  BriefRow['last_checked_at'],
  BriefRow['next_check_by'],
  BriefRow['observed']['uptime_90d'],
];

/** A card that reads its members when they are used. */
class StoredCard implements Card {
  readonly #cards: CardsFile;
  readonly #number: number;

  constructor(cards: CardsFile, number: number) {
    this.#cards = cards;
    this.#number = number;
  }

  get row() {
    return this.#cards.row(this.#number);
  }

  get text() {
    return this.#cards.text(this.#number);
  }

  get brief() {
    return this.#cards.brief(this.#number);
  }

  get id() {
    return this.#cards.id(this.#number);
  }

  get name() {
    return this.#cards.name(this.#number);
  }

  get status() {
    return this.#cards.status(this.#number);
  }

  get categories() {
    return this.#cards.categories(this.#number);
  }

  get primaryCategory() {
    return this.#cards.primaryCategory(this.#number);
  }

  get createdAt() {
    return this.#cards.createdAt(this.#number);
  }

  get digest() {
    return this.#cards.digest(this.#number);
  }

  get textKey() {
    return this.#cards.textKey(this.#number);
  }

  get changedAt() {
    return this.#cards.changedAt(this.#number);
  }

  get endpointPages() {
    return this.#cards.endpointPages(this.#number);
  }

  get price() {
    return this.#cards.members(this.#number).price;
  }

  get authentication() {
    return this.#cards.members(this.#number).authentication;
  }

  get protocol() {
    return this.#cards.members(this.#number).protocol;
  }

  get endpoints() {
    return this.#cards.members(this.#number).endpoints;
  }

  get results() {
    return this.#cards.members(this.#number).results;
  }
}

/** @throws SyntaxError if the file is not a card file */
function readHead(handle: number, file: string): { readonly head: CardsHead; readonly start: number } {
  const bytes = Buffer.allocUnsafe(MAX_HEAD_BYTES);
  const line = bytes.subarray(0, readSync(handle, bytes, 0, MAX_HEAD_BYTES, 0));
  const end = line.indexOf('\n');
  const head: Partial<CardsHead> | null = JSON.parse(line.toString('utf8', 0, Math.max(0, end)));
  const isComplete = head?.format === FORMAT && head.contents && head.texts?.length === TEXT_COLUMNS.length;
  if (!isComplete) throw new SyntaxError(`${file} is not a card file.`);
  return { head: head as CardsHead, start: end + 1 };
}

function readBytes(handle: number, start: number, length: number): Buffer<ArrayBuffer> {
  // Not from Node's pool, so that numbers are aligned.
  const bytes = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (let read = -1; read !== 0 && end < length; end += read)
    read = readSync(handle, bytes, end, length - end, start + end);
  return bytes.subarray(0, end);
}

import { closeSync, fstatSync, openSync, rmSync } from 'node:fs';
import type { Instant } from '#contract/instant.ts';
import type { Row, Status } from '#contract/row.ts';
import type { Term } from '#manifest/taxonomy.ts';
import { findFirst } from '#query/index/arrays/find-first.ts';
import { unpackFilterValues } from '#query/index/filter-values.ts';
import type { RowText } from '#query/row-text.ts';
import type { BriefRow, Card } from './card.ts';
import type { Cards } from './cards.ts';
import { FileWindow, readBytes, readInto } from './file-window.ts';
import {
  type CardsHead,
  findTextColumn,
  type Location,
  NUMBER_BYTES,
  readHead,
  type StoredBrief,
  type StoredCounted,
  TEXT_COLUMNS,
  type TextColumnName,
} from './format.ts';
import { type CardMembers, type CountedMembers, StoredCard } from './stored-card.ts';
import { TextColumn } from './text-column.ts';

/**
 * The number of cards that are kept once they are parsed. Callers go through all cards several times, so keeping those
 * that were used last would keep none of a larger registry for the next time.
 */
const MAX_KEPT = 20_000;

/** The number of searches up to which they take less time than a map of all listings. */
const MAX_SEARCHES = 1000;

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
  readonly #window: FileWindow;
  #numbers: CardNumbers | undefined;
  /** The number of each listing, once many were searched. */
  #found: ReadonlyMap<string, number> | undefined;
  #searches = 0;
  /** The number of the last listing that was found. */
  #lastFound = 0;
  /** The parsed parts of the first cards that were used. */
  readonly #rows = new Map<number, Row>();
  readonly #members = new Map<number, CardMembers>();
  readonly #counted = new Map<number, CountedMembers>();

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
      const end = start + findTextColumn(head, TEXT_COLUMNS.length);
      const isComplete = fstatSync(this.#columns).size === end && fstatSync(contents).size >= head.contents.end;
      if (!isComplete || readBytes(contents, 0, head.contents.id.length).toString('latin1') !== head.contents.id)
        throw new SyntaxError(`${file} is incomplete.`);
      [this.head, this.size, this.#start, this.#contents] = [head, head.size, start, contents];
      this.#window = new FileWindow(contents);
    } catch (error) {
      closeSync(this.#columns);
      if (contents !== undefined) closeSync(contents);
      throw error;
    }
  }

  id(number: number): string {
    return this.#string('id', number);
  }

  name(number: number): string {
    return this.#string('name', number);
  }

  status(number: number): Status {
    return this.#string('status', number) as Status;
  }

  categories(number: number): readonly Term<'categories'>[] {
    return this.#string('categories', number).split(' ').filter(Boolean) as Term<'categories'>[];
  }

  primaryCategory(number: number): Term<'primary_categories'> {
    return this.#string('primaryCategory', number) as Term<'primary_categories'>;
  }

  createdAt(number: number): Instant {
    return this.#string('createdAt', number);
  }

  changedAt(number: number): Instant {
    return this.#string('changedAt', number);
  }

  updatedAt(number: number): Instant {
    return this.#string('updatedAt', number);
  }

  digest(number: number): string {
    return this.#string('digest', number);
  }

  textKey(number: number): string {
    return this.#string('textKey', number);
  }

  brief(number: number): BriefRow {
    const [payment_currency, verified_at, last_checked_at, next_check_by, uptime_90d]: StoredBrief = this.#parse(
      this.#string('brief', number),
    );
    return {
      id: this.id(number),
      name: this.name(number),
      status: this.status(number),
      categories: this.categories(number),
      primary_category: this.primaryCategory(number),
      payment_currency,
      created_at: this.createdAt(number),
      updated_at: this.updatedAt(number),
      verified_at,
      last_checked_at,
      next_check_by,
      observed: { uptime_90d },
    };
  }

  filterValues(number: number): readonly string[] {
    const packed = this.#string('filterValues', number);
    try {
      return unpackFilterValues(packed);
    } catch (error) {
      throw this.#discard(error);
    }
  }

  counted(number: number): CountedMembers {
    const kept = this.#counted.get(number);
    if (kept) return kept;
    const [authentication, protocol, endpoints, lastCheckedAt, nextCheckBy, hasResults]: StoredCounted = this.#parse(
      this.#string('counted', number),
    );
    const read = { authentication, protocol, endpoints, lastCheckedAt, nextCheckBy, hasResults };
    if (this.#counted.size < MAX_KEPT) this.#counted.set(number, read);
    return read;
  }

  /** Changes whenever the files of the listing change. Empty if unknown. */
  stamp(number: number): string {
    return this.#string('stamp', number);
  }

  find(id: string): number {
    // Callers often go through the listings in order.
    const near = [this.#lastFound, this.#lastFound + 1].find(number => number < this.size && this.id(number) === id);
    const number = near ?? this.#search(id);
    if (number >= 0) this.#lastFound = number;
    return number;
  }

  #search(id: string): number {
    if (this.#searches++ < MAX_SEARCHES) {
      const first = findFirst(this.size, number => this.id(number) < id);
      return first < this.size && this.id(first) === id ? first : -1;
    }
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
    const read: Row = this.#parse(this.#window.read(start, row).toString());
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
      if (readInto(this.#contents, start, text) < row) throw this.#discard();
      end += row;
      return { bytes: text };
    });
  }

  members(number: number): CardMembers {
    const kept = this.#members.get(number);
    if (kept) return kept;
    const { start, row, members } = this.locate(number);
    const read: CardMembers = this.#parse(this.#window.read(start + row, members).toString('latin1'));
    if (this.#members.size < MAX_KEPT) this.#members.set(number, read);
    return read;
  }

  /** Returns the texts of a card, which only indexes need, and which are nearly half of the file. */
  text(number: number): Card['text'] {
    const { start, row, members, text } = this.locate(number);
    return this.#parse(this.#window.read(start + row + members, text).toString('latin1')) ?? undefined;
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

  #string(name: TextColumnName, number: number): string {
    return this.column(name).at(number);
  }

  #readTextColumn(name: TextColumnName): TextColumn {
    const { size, texts } = this.head;
    const at = TEXT_COLUMNS.indexOf(name);
    const start = this.#start + findTextColumn(this.head, at);
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

  #parse(json: string) {
    try {
      return JSON.parse(json);
    } catch (error) {
      throw this.#discard(error);
    }
  }

  /** Removes the damaged file, so that the next build reads the records instead, and returns the error. */
  #discard(cause?: unknown): Error {
    rmSync(this.#file, { force: true });
    return new Error(`${this.#file} was damaged. Build again.`, { cause });
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

/** The numeric columns. */
interface CardNumbers {
  readonly starts: Float64Array;
  readonly rows: Uint32Array;
  readonly members: Uint32Array;
  readonly texts: Uint32Array;
  readonly pages: Uint32Array;
}

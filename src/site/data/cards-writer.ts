import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import type { Card } from './card.ts';
import {
  type CardMembers,
  type CardsFile,
  type CardsHead,
  FORMAT,
  type Location,
  openCards,
  type StoredBrief,
  SUFFIXES,
  TEXT_COLUMNS,
  type TextColumnName,
} from './cards-file.ts';
import { TextColumnBuilder } from './text-column.ts';

/** What a build changes in a card file. */
export interface CardChanges {
  /** The ids of new and changed listings. */
  readonly changed: readonly string[];
  /** The ids of removed listings. */
  readonly gone: readonly string[];
}

/**
 * Writes a card file. A change appends to the contents, and replaces the columns atomically, so that readers of the
 * previous cards continue, and a killed build leaves the previous cards as they were.
 */
export class CardsWriter {
  readonly #file: string;
  readonly #key: string;
  readonly #known: CardsFile | undefined;
  readonly #contents: ContentsWriter;
  readonly #locations: Location[] = [];
  readonly #pages: number[] = [];
  readonly #columns = TEXT_COLUMNS.map(() => new TextColumnBuilder());
  readonly #ids: string[] = [];
  readonly #added = new Set<string>();
  readonly #isKept: Uint8Array;
  #hasNewStamps = false;

  /**
   * @param key identifies the inputs of the cards
   * @param known the previous cards in the file, if they have the same key
   */
  constructor(file: string, key: string, known?: CardsFile) {
    this.#file = file;
    this.#key = key;
    this.#known = known;
    this.#isKept = new Uint8Array(known?.size ?? 0);
    this.#contents = new ContentsWriter(file, known);
  }

  /** @param stamp changes whenever the files of the listing change; empty if unknown */
  add(card: Card, stamp = ''): void {
    const { row, text, price, authentication, protocol, endpoints, results } = card;
    const members: CardMembers = { price, authentication, protocol, endpoints, results };
    const parts = [JSON.stringify(row), toAscii(members), toAscii(text ?? null)].map(part => Buffer.from(part));
    const [rowLength = 0, membersLength = 0, textLength = 0] = parts.map(({ length }) => length);
    const start = this.#contents.write(parts);
    this.#locations.push({ start, row: rowLength, members: membersLength, text: textLength });
    for (const [at, name] of TEXT_COLUMNS.entries()) this.#columns[at]?.add(toText(card, name, stamp));
    this.#pages.push(card.endpointPages);
    this.#ids.push(card.id);
    this.#added.add(card.id);
  }

  /** Adds a previous card by its number. */
  keep(number: number, stamp = ''): void {
    const known = this.#known;
    if (!known) throw new Error('There are no previous cards.');
    const location = known.locate(number);
    this.#locations.push(
      this.#contents.isContinued ? location : { ...location, start: this.#contents.write([known.bytes(location)]) },
    );
    for (const [at, name] of TEXT_COLUMNS.entries()) {
      if (name === 'stamp') this.#columns[at]?.add(stamp);
      else this.#columns[at]?.copy(known.column(name), number);
    }
    this.#pages.push(known.endpointPages(number));
    this.#ids.push(known.id(number));
    this.#isKept[number] = 1;
    if (stamp !== known.stamp(number)) this.#hasNewStamps = true;
  }

  /** Returns what has changed since the previous cards. */
  changes(): CardChanges {
    const gone: string[] = [];
    for (const [number, isKept] of this.#isKept.entries()) {
      const id = isKept ? undefined : this.#known?.id(number);
      if (id !== undefined && !this.#added.has(id)) gone.push(id);
    }
    return { changed: [...this.#added], gone };
  }

  /** Completes the files, unless the previous cards are the same. */
  finish(): void {
    const isSame = this.#known && this.#added.size === 0 && !this.#hasNewStamps && this.#isKept.every(Boolean);
    if (isSame) return;
    const contents = this.#contents.finish();
    const order = Uint32Array.from(this.#ids.keys()).sort((a, b) =>
      (this.#ids[a] ?? '') < (this.#ids[b] ?? '') ? -1 : 1,
    );
    const numbers = (part: 'row' | 'members' | 'text') =>
      Uint32Array.from(order, at => this.#locations[at]?.[part] ?? 0);
    const columns = this.#columns.map(column => column.build());
    const head: CardsHead = {
      format: FORMAT,
      key: this.#key,
      size: order.length,
      contents,
      texts: columns.map(({ length }) => length),
    };
    const draft = `${this.#file}.draft`;
    const handle = openSync(draft, 'w');
    try {
      writeFileSync(handle, `${JSON.stringify(head)}\n`);
      writeFileSync(handle, toBytes(Float64Array.from(order, at => this.#locations[at]?.start ?? 0)));
      for (const part of ['row', 'members', 'text'] as const) writeFileSync(handle, toBytes(numbers(part)));
      writeFileSync(handle, toBytes(Uint32Array.from(order, at => this.#pages[at] ?? 0)));
      for (const column of columns) {
        const { ends, bytes } = column.inOrder(order);
        writeFileSync(handle, toBytes(ends));
        writeFileSync(handle, bytes);
      }
    } finally {
      closeSync(handle);
    }
    renameSync(draft, this.#file);
    for (const suffix of SUFFIXES) if (suffix !== contents.suffix) rmSync(this.#file + suffix, { force: true });
  }

  close(): void {
    this.#contents.close();
  }
}

/** Previous contents with more unused bytes than used ones are written again, from this size on. */
const MIN_BYTES_TO_COMPACT = 64 * 1024;

/** The contents are written in chunks of about this size. */
const CHUNK_BYTES = 256 * 1024;

/** Appends to the contents of the previous cards, or writes new ones next to them. */
class ContentsWriter {
  readonly isContinued: boolean;
  readonly #file: string;
  readonly #suffix: string;
  readonly #id: string;
  #handle: number | undefined;
  #end = 0;
  #chunk: Uint8Array[] = [];
  #written = 0;

  constructor(file: string, known: CardsFile | undefined) {
    const previous = known?.head.contents ?? contentsOf(file);
    const isMostlyUsed = known && previous && previous.end < Math.max(MIN_BYTES_TO_COMPACT, 2 * usedBytes(known));
    const other = SUFFIXES.find(suffix => suffix !== previous?.suffix) ?? SUFFIXES[0];
    this.#file = file;
    this.isContinued = isMostlyUsed === true;
    this.#suffix = isMostlyUsed ? previous.suffix : other;
    this.#id = isMostlyUsed ? previous.id : `${randomUUID()}\n`;
  }

  /** @returns the position of the first part */
  write(parts: readonly Uint8Array[]): number {
    this.#open();
    const start = this.#end;
    for (const part of parts) {
      this.#chunk.push(part);
      this.#end += part.length;
    }
    if (this.#end - this.#written > CHUNK_BYTES) this.#flush();
    return start;
  }

  finish(): CardsHead['contents'] {
    this.#open();
    this.#flush();
    return { suffix: this.#suffix, id: this.#id, end: this.#end };
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #open(): void {
    if (this.#handle !== undefined) return;
    this.#handle = openSync(this.#file + this.#suffix, this.isContinued ? 'r+' : 'w');
    // Includes what a killed build has appended.
    this.#end = this.#written = fstatSync(this.#handle).size;
    if (!this.isContinued) this.write([Buffer.from(this.#id)]);
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#chunk);
    this.#chunk = [];
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#handle ?? -1, bytes, at, bytes.length - at, this.#written + at);
    this.#written += bytes.length;
  }
}

function toText(card: Card, name: TextColumnName, stamp: string): string {
  if (name === 'stamp') return stamp;
  if (name === 'brief') return toAscii(toStoredBrief(card));
  return name === 'categories' ? card.categories.join(' ') : card[name];
}

function toStoredBrief({ row }: Card): StoredBrief {
  const { payment_currency, updated_at, verified_at, last_checked_at, next_check_by, observed } = row;
  return [payment_currency, updated_at, verified_at, last_checked_at, next_check_by, observed.uptime_90d];
}

function usedBytes(cards: CardsFile): number {
  let used = 0;
  for (let number = 0; number < cards.size; number++) {
    const { row, members, text } = cards.locate(number);
    used += row + members + text;
  }
  return used;
}

/** Returns the contents of a card file with any key; undefined if it is missing or damaged. */
function contentsOf(file: string): CardsHead['contents'] | undefined {
  const cards = openCards(file);
  cards?.close();
  return cards?.head.contents;
}

/** ASCII loads four times as fast as UTF-8. */
function toAscii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function toBytes({ buffer }: Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer);
}

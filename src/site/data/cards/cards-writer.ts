import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { packFilterValues } from '#query/index/filter-values.ts';
import type { Card } from './card.ts';
import type { CardsFile } from './cards-file.ts';
import { ContentsWriter } from './contents-writer.ts';
import {
  type CardsHead,
  type Contents,
  FORMAT,
  type Location,
  type StoredBrief,
  type StoredFacts,
  SUFFIXES,
  TEXT_COLUMNS,
  type TextColumnName,
} from './format.ts';
import type { CardMembers } from './stored-card.ts';
import { TextColumnBuilder } from './text-column.ts';

/** The changes of a build in a card file. */
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
    const { row, text, price, results } = card;
    const members: CardMembers = { price, results };
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
    const draft = `${this.#file}.draft`;
    const handle = openSync(draft, 'w');
    try {
      this.#writeColumns(handle, contents);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, this.#file);
    for (const suffix of SUFFIXES) if (suffix !== contents.suffix) rmSync(this.#file + suffix, { force: true });
  }

  close(): void {
    this.#contents.close();
  }

  /** Writes the head and the columns (`CardsHead`), one column at a time, in the order of ids. */
  #writeColumns(handle: number, contents: Contents): void {
    const order = Uint32Array.from(this.#ids.keys()).sort((a, b) =>
      (this.#ids[a] ?? '') < (this.#ids[b] ?? '') ? -1 : 1,
    );
    const columns = this.#columns.map(column => column.build());
    const texts = columns.map(({ length }) => length);
    const head: CardsHead = { format: FORMAT, key: this.#key, size: order.length, contents, texts };
    writeFileSync(handle, `${JSON.stringify(head)}\n`);
    writeFileSync(handle, toBytes(Float64Array.from(order, at => this.#locations[at]?.start ?? 0)));
    for (const part of ['row', 'members', 'text'] as const)
      writeFileSync(handle, toBytes(Uint32Array.from(order, at => this.#locations[at]?.[part] ?? 0)));
    writeFileSync(handle, toBytes(Uint32Array.from(order, at => this.#pages[at] ?? 0)));
    for (const column of columns) {
      const { ends, bytes } = column.inOrder(order);
      writeFileSync(handle, toBytes(ends));
      writeFileSync(handle, bytes);
    }
  }
}

function toText(card: Card, name: TextColumnName, stamp: string): string {
  if (name === 'stamp') return stamp;
  if (name === 'brief') return toAscii(toStoredBrief(card));
  if (name === 'facts') return toAscii(toStoredFacts(card));
  if (name === 'filterValues') return packFilterValues(card.filterValues);
  return name === 'categories' ? card.categories.join(' ') : card[name];
}

function toStoredBrief({ row }: Card): StoredBrief {
  const { payment_currency, updated_at, verified_at, last_checked_at, next_check_by, observed } = row;
  return [payment_currency, updated_at, verified_at, last_checked_at, next_check_by, observed.uptime_90d];
}

function toStoredFacts(card: Card): StoredFacts {
  const { authentication, protocol, endpoints, lastCheckedAt, nextCheckBy, results } = card;
  return [authentication, protocol, endpoints, lastCheckedAt, nextCheckBy, results !== ''];
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

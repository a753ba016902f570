import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { toUnicodeEscape } from '#manifest/text/excerpt.ts';
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
  type StoredCounted,
  SUFFIXES,
  TEXT_COLUMNS,
  type TextColumnName,
} from './format.ts';
import type { CardMembers } from './stored-card.ts';
import { type MergedColumn, TextColumn, TextColumnBuilder } from './text-column.ts';

/** The changes of a build in a card file. */
export interface CardChanges {
  /** The ids of new and changed listings. */
  readonly changed: readonly string[];
  /** The number of new ones. */
  readonly added: number;
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
  /** The new cards: where they are, and their columns. */
  readonly #ids: string[] = [];
  readonly #locations: Location[] = [];
  readonly #pages: number[] = [];
  readonly #columns = TEXT_COLUMNS.map(name => [name, new TextColumnBuilder()] as const);
  /** Whether each previous card is kept, and where it is now if the contents are written again. */
  readonly #isKept: Uint8Array;
  readonly #moved: Float64Array | undefined;
  /** The new stamps of kept cards, by number. */
  readonly #stamps = new Map<number, string>();

  /**
   * @param key identifies the inputs of the cards
   * @param known the previous cards in the file, if they have the same key
   */
  constructor(file: string, key: string, known?: CardsFile) {
    const size = known?.size ?? 0;
    this.#file = file;
    this.#key = key;
    this.#known = known;
    this.#contents = new ContentsWriter(file, known);
    this.#isKept = new Uint8Array(size);
    this.#moved = this.#contents.isContinued ? undefined : new Float64Array(size);
  }

  /** @param stamp changes whenever the files of the listing change; empty if unknown */
  add(card: Card, stamp = ''): void {
    const { row, text, price, results } = card;
    const members: CardMembers = { price, results };
    const parts = [JSON.stringify(row), toAscii(members), toAscii(text ?? null)].map(part => Buffer.from(part));
    const [rowLength = 0, membersLength = 0, textLength = 0] = parts.map(({ length }) => length);
    const start = this.#contents.write(parts);
    this.#locations.push({ start, row: rowLength, members: membersLength, text: textLength });
    for (const [name, column] of this.#columns) column.add(toText(card, name, stamp));
    this.#pages.push(card.endpointPages);
    this.#ids.push(card.id);
  }

  /** Adds a previous card by its number. */
  keep(number: number, stamp = ''): void {
    const known = this.#known;
    if (!known) throw new Error('There are no previous cards.');
    this.#isKept[number] = 1;
    if (this.#moved) this.#moved[number] = this.#contents.write([known.bytes(known.locate(number))]);
    if (stamp !== known.stamp(number)) this.#stamps.set(number, stamp);
  }

  /** Returns what has changed since the previous cards. */
  changes(): CardChanges {
    const changed = new Set(this.#ids);
    const gone: string[] = [];
    let replaced = 0;
    for (const [number, isKept] of this.#isKept.entries()) {
      const id = isKept ? undefined : this.#known?.id(number);
      if (id === undefined) continue;
      if (changed.has(id)) replaced++;
      else gone.push(id);
    }
    return { changed: this.#ids, added: this.#ids.length - replaced, gone };
  }

  /** Completes the files, unless the previous cards are the same. */
  finish(): void {
    const isSame = this.#known && this.#ids.length === 0 && this.#stamps.size === 0 && this.#isKept.every(Boolean);
    if (isSame) return;
    const contents = this.#contents.finish();
    const draft = `${this.#file}.draft`;
    const handle = openSync(draft, 'w');
    try {
      this.#write(handle, contents);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, this.#file);
    for (const suffix of SUFFIXES) if (suffix !== contents.suffix) rmSync(this.#file + suffix, { force: true });
  }

  close(): void {
    this.#contents.close();
  }

  /** Writes the head and the columns (`CardsHead`) in the order of ids. */
  #write(handle: number, contents: Contents): void {
    const order = this.#order();
    const columns = this.#columns.map(([name, column]) => this.#mergeColumn(name, column.build(), order));
    const texts = columns.map(({ ends }) => ends.at(-1) ?? 0);
    const head: CardsHead = { format: FORMAT, key: this.#key, size: order.length, contents, texts };
    writeFileSync(handle, `${JSON.stringify(head)}\n`);
    this.#writeNumbers(handle, order);
    for (const { ends, readBytes } of columns) {
      writeFileSync(handle, toBytes(ends));
      writeFileSync(handle, readBytes());
    }
  }

  /** Returns the cards in the order of ids: the numbers of kept ones, and of new ones as -1 - number. */
  #order(): Int32Array {
    const ids = this.#ids;
    const added = [...ids.keys()].sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
    const order: number[] = [];
    let next = 0;
    for (const [number, isKept] of this.#isKept.entries()) {
      if (!isKept) continue;
      for (; next < added.length && (ids[added[next] ?? 0] ?? '') < (this.#known?.id(number) ?? ''); next++)
        order.push(-1 - (added[next] ?? 0));
      order.push(number);
    }
    for (const number of added.slice(next)) order.push(-1 - number);
    return Int32Array.from(order);
  }

  #mergeColumn(name: TextColumnName, added: TextColumn, order: Int32Array): MergedColumn {
    const kept = this.#known?.column(name) ?? added;
    if (name !== 'stamp' || this.#stamps.size === 0) return TextColumn.merge(order, kept, added);
    const stamps = new TextColumnBuilder();
    for (let number = 0; number < this.#ids.length; number++) stamps.add(added.at(number));
    const renewed = new Map(Array.from(this.#stamps.keys(), (number, at) => [number, -1 - this.#ids.length - at]));
    for (const stamp of this.#stamps.values()) stamps.add(stamp);
    return TextColumn.merge(
      order.map(number => renewed.get(number) ?? number),
      kept,
      stamps.build(),
    );
  }

  #writeNumbers(handle: number, order: Int32Array): void {
    const starts = new Float64Array(order.length);
    const [rows, members] = [new Uint32Array(order.length), new Uint32Array(order.length)];
    const [texts, pages] = [new Uint32Array(order.length), new Uint32Array(order.length)];
    for (const [at, number] of order.entries()) {
      const location = number < 0 ? this.#locations[-1 - number] : this.#known?.locate(number);
      starts[at] = (number < 0 ? undefined : this.#moved?.[number]) ?? location?.start ?? 0;
      rows[at] = location?.row ?? 0;
      members[at] = location?.members ?? 0;
      texts[at] = location?.text ?? 0;
      pages[at] = (number < 0 ? this.#pages[-1 - number] : this.#known?.endpointPages(number)) ?? 0;
    }
    for (const column of [starts, rows, members, texts, pages]) writeFileSync(handle, toBytes(column));
  }
}

function toText(card: Card, name: TextColumnName, stamp: string): string {
  if (name === 'stamp') return stamp;
  if (name === 'brief') return toAscii(toStoredBrief(card));
  if (name === 'counted') return toAscii(toStoredCounted(card));
  if (name === 'filterValues') return packFilterValues(card.filterValues);
  return name === 'categories' ? card.categories.join(' ') : card[name];
}

function toStoredBrief({ row }: Card): StoredBrief {
  const { payment_currency, verified_at, last_checked_at, next_check_by, observed } = row;
  return [payment_currency, verified_at, last_checked_at, next_check_by, observed.uptime_90d];
}

function toStoredCounted(card: Card): StoredCounted {
  const { authentication, protocol, endpoints, lastCheckedAt, nextCheckBy, results } = card;
  return [authentication, protocol, endpoints, lastCheckedAt, nextCheckBy, results !== ''];
}

/** ASCII loads four times as fast as UTF-8. */
function toAscii(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, toUnicodeEscape);
}

function toBytes({ buffer }: Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer);
}

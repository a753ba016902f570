import type { Entry } from '../entry.ts';
import { commonDirection } from '../text/meaning/listing-direction.ts';
import { nameWords } from '../text/terms.ts';
import { createVocabulary } from '../text/vocabulary.ts';
import { type AnalyzedText, countTerms, createTextAnalyzer, type TextAnalyzer } from './analyze-text.ts';
import { GrowingArray } from './arrays/growing-array.ts';
import { createStringTable } from './arrays/string-table.ts';
import { getFilterValues } from './filter-values.ts';
import { type InvertedIndex, InvertedIndexBuilder, listsOf, termListsOf } from './inverted-index.ts';
import { mergeSorted } from './merge-sorted.ts';
import { createNameTerms } from './name-terms.ts';
import type { QueryIndex } from './query-index.ts';
import { type CommonParts, RowPacker } from './rows/row-packer.ts';
import { getSortValues, type SortOrders, sortOrdersOf } from './sort-orders.ts';

/**
 * Builds the index of a registry (design: Query engine). It reads entries one at a time and does not keep them, so that
 * memory is bounded by the index itself. The same entries in the same order produce the same index.
 * @throws if two entries have the same id
 */
export async function buildIndex<E extends Entry>(
  entries: Iterable<E> | AsyncIterable<E>,
  options?: IndexOptions<E>,
): Promise<QueryIndex> {
  const builder = new IndexBuilder(options);
  for await (const entry of entries) addOnce(builder, entry);
  return builder.build();
}

/**
 * Like `buildIndex`, without rows and words, which take nine tenths of the time. For callers that only filter and sort,
 * and have the rows in memory.
 */
export function buildListIndex(entries: Iterable<Entry>): QueryIndex {
  const builder = new IndexBuilder({ listsOnly: true });
  for (const entry of entries) addOnce(builder, entry);
  return builder.build();
}

function addOnce<E extends Entry>(builder: IndexBuilder<E>, entry: E): void {
  if (builder.has(entry.row.id)) throw new Error(`Duplicate listing id: "${entry.row.id}".`);
  builder.put(entry);
}

export interface IndexOptions<E extends Entry = Entry> {
  /** Omits rows and terms. */
  readonly listsOnly?: boolean;
  /** Returns the analyzed texts of an entry, from a cache or from `compute`; by default, they are always computed. */
  readonly analyze?: (entry: E, compute: () => AnalyzedText) => AnalyzedText;
  /** The bytes of `registry/word-vectors.bin`. Without them, the search ranks by words only. */
  readonly wordVectors?: Uint8Array<ArrayBuffer>;
  /** The common parts of rows, so that `updateIndex` can update the index; by default, they are detected (`RowPacker`). */
  readonly commonParts?: CommonParts;
}

/** A listing of the index that is being built. */
interface Slot {
  readonly id: string;
  /** The position of its current entry among all entries that were added. */
  added: number;
  /** Its number in the last index. */
  listing: number;
}

/**
 * Builds indexes of a registry that changes. `put` tokenizes texts and packs rows; `build` inverts, and sorts only the
 * additions since the last index, so that an index after one change costs a fraction of the first.
 */
export class IndexBuilder<E extends Entry = Entry> {
  readonly #listsOnly: boolean;
  readonly #analyze: NonNullable<IndexOptions<E>['analyze']>;
  readonly #wordVectors: Uint8Array<ArrayBuffer> | undefined;
  readonly #analyzer: TextAnalyzer;
  readonly #slots = new Map<string, Slot>();
  /** The slots of the last index, by number, and the others. */
  #sorted: Slot[] = [];
  #unsorted: Slot[] = [];
  /** The slots of the last index in each sort order. */
  readonly #ordered = new Map<string, Slot[]>();
  readonly #rows: RowPacker;
  readonly #foldedNames: string[] = [];
  /** The words of each name, as their numbers in `#terms`. */
  readonly #names: (readonly number[])[] = [];
  readonly #createdAt = new GrowingArray(new Float64Array());
  readonly #verifiedAt: (number | null)[] = [];
  readonly #uptimes: (number | null)[] = [];
  readonly #changedAt = new GrowingArray(new Float64Array());
  readonly #values = new InvertedIndexBuilder();
  readonly #terms = new InvertedIndexBuilder();
  readonly #termCounts = new GrowingArray(new Uint8Array());
  readonly #directions = new GrowingArray(new Int8Array());

  /** @throws if the word vectors are damaged */
  constructor({
    listsOnly = false,
    analyze = (_, compute) => compute(),
    wordVectors,
    commonParts,
  }: IndexOptions<E> = {}) {
    this.#listsOnly = listsOnly;
    this.#analyze = analyze;
    this.#wordVectors = wordVectors;
    this.#analyzer = createTextAnalyzer(wordVectors);
    this.#rows = new RowPacker(commonParts);
  }

  /** The number of entries that still use memory after others with the same id have replaced them. */
  get replaced(): number {
    return this.#changedAt.length - this.#slots.size;
  }

  has(id: string): boolean {
    return this.#slots.has(id);
  }

  /**
   * Adds an entry, or replaces the one with the same id.
   * @throws if `analyze` returns a direction with another number of dimensions, which would shift those of all later entries
   */
  put(entry: E): void {
    const { row, changedAt } = entry;
    this.#replace(row.id, this.#changedAt.length);
    const { name, created_at, verified_at, uptime } = getSortValues(row);
    this.#foldedNames.push(name);
    this.#createdAt.push(created_at);
    this.#verifiedAt.push(verified_at);
    this.#uptimes.push(uptime);
    this.#changedAt.push(Date.parse(changedAt));
    this.#values.add(getFilterValues(row));
    if (this.#listsOnly) return;
    this.#rows.add(row);
    const analyzed = this.#analyze(entry, () => this.#analyzer.analyze(entry));
    const { length } = analyzed.direction;
    if (this.#wordVectors && length !== this.#analyzer.dimensions)
      throw new Error(`The direction of "${row.id}" has ${length} dimensions.`);
    this.#terms.addWeighted(analyzed.terms);
    this.#termCounts.push(countTerms(analyzed));
    this.#names.push(nameWords(row.name).map(word => this.#terms.numberOf(word)));
    this.#directions.append(analyzed.direction);
  }

  /** Builds the index of all current entries. Later calls to `put` do not change it. */
  build(): QueryIndex {
    const added = this.#sortSlots();
    const order = Uint32Array.from(this.#sorted, slot => slot.added);
    const values = this.#values.invert(order);
    const terms = this.#terms.invert(order);
    const meaning = this.#buildMeaning(order);
    return {
      size: order.length,
      rows: this.#rows.build(order),
      changedAt: Float64Array.from(order, at => this.#changedAt.at(at)),
      orders: this.#sortOrders(order, added),
      filters: createStringTable(values.strings),
      passing: listsOf(values, order.length),
      vocabulary: createVocabulary(createStringTable(terms.strings)),
      terms: termListsOf(terms),
      termCounts: Uint8Array.from(order, at => this.#termCounts.at(at)),
      names: createNameTerms(this.#namesOf(order, terms)),
      ...(meaning && { meaning }),
    };
  }

  #replace(id: string, added: number): void {
    const slot = this.#slots.get(id);
    if (slot) {
      slot.added = added;
      return;
    }
    const created = { id, added, listing: 0 };
    this.#slots.set(id, created);
    this.#unsorted.push(created);
  }

  /** Numbers all slots in the order of ids, and returns those since the last call. */
  #sortSlots(): readonly Slot[] {
    const compare = (a: Slot, b: Slot) => (a.id < b.id ? -1 : 1);
    const added = this.#unsorted.sort(compare);
    this.#unsorted = [];
    if (added.length > 0) this.#sorted = mergeSorted(this.#sorted, added, compare);
    for (let listing = 0; listing < this.#sorted.length; listing++) (this.#sorted[listing] as Slot).listing = listing;
    return added;
  }

  /** Starts with the order of the last index, in which only few listings have moved. */
  #sortOrders(order: Uint32Array, added: readonly Slot[]): SortOrders {
    const values = {
      name: Array.from(order, at => this.#foldedNames[at] ?? ''),
      created_at: Array.from(order, at => this.#createdAt.at(at)),
      verified_at: Array.from(order, at => this.#verifiedAt[at] ?? null),
      uptime: Array.from(order, at => this.#uptimes[at] ?? null),
    };
    const orders = sortOrdersOf(values, (key, direction) => {
      const last = this.#ordered.get(`${key} ${direction}`) ?? [];
      return [...last, ...added].map(({ listing }) => listing);
    });
    for (const [key, { asc, desc }] of Object.entries(orders)) {
      this.#ordered.set(
        `${key} asc`,
        Array.from(asc, listing => this.#sorted[listing] as Slot),
      );
      this.#ordered.set(
        `${key} desc`,
        Array.from(desc, listing => this.#sorted[listing] as Slot),
      );
    }
    return orders;
  }

  /** Returns the words of the name of each listing, as the positions of their terms in the vocabulary. */
  *#namesOf(order: Uint32Array, { numbers }: InvertedIndex): Generator<readonly number[]> {
    if (this.#listsOnly) return;
    const positions = new Uint32Array(this.#terms.size);
    for (let at = 0; at < numbers.length; at++) positions[numbers[at] ?? 0] = at;
    for (const at of order) yield (this.#names[at] ?? []).map(number => positions[number] ?? 0);
  }

  #buildMeaning(order: Uint32Array): QueryIndex['meaning'] {
    if (this.#wordVectors === undefined || this.#listsOnly) return undefined;
    const { dimensions } = this.#analyzer;
    const directions = new Int8Array(order.length * dimensions);
    for (let listing = 0; listing < order.length; listing++) {
      const start = (order[listing] ?? 0) * dimensions;
      directions.set(this.#directions.view(start, start + dimensions), listing * dimensions);
    }
    return {
      wordVectors: this.#wordVectors.slice(),
      directions: new Uint8Array(directions.buffer),
      common: commonDirection(directions, dimensions),
    };
  }
}

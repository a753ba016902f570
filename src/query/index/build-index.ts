import type { Entry } from '../entry.ts';
import { weighTerms } from '../text/document-terms.ts';
import { type ComputeDirection, commonDirection, createDirections } from '../text/meaning/listing-direction.ts';
import { loadWordVectors, type WordVectors } from '../text/meaning/word-vectors.ts';
import { normalizeText } from '../text/normalize-text.ts';
import { readSearchText } from '../text/search-text.ts';
import { createVocabulary } from '../text/vocabulary.ts';
import { getFilterValues } from './filter-values.ts';
import { InvertedIndexBuilder, listsOf, termListsOf } from './inverted-index.ts';
import { createNameTerms } from './name-terms.ts';
import type { QueryIndex } from './query-index.ts';
import { RowPacker } from './row-packer.ts';
import { sortOrdersOf } from './sort-orders.ts';
import { createStringTable } from './string-table.ts';

/**
 * Builds the index of a registry (design: Query engine). It reads entries one at a time and does not keep them, so that
 * memory is bounded by the index itself. The same entries in the same order produce the same index.
 * @throws if two entries have the same id
 */
export async function buildIndex(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
  options?: IndexOptions,
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

function addOnce(builder: IndexBuilder, entry: Entry): void {
  if (builder.has(entry.row.id)) throw new Error(`Duplicate listing id: "${entry.row.id}".`);
  builder.put(entry);
}

/** The terms of an entry, each with its weight. */
export type WeightedTerms = ReadonlyMap<string, number>;

export interface IndexOptions {
  /** Omits rows and terms. */
  readonly listsOnly?: boolean;
  /** Returns the weighted terms of an entry, from a cache or from `compute`; by default, they are always computed. */
  readonly weigh?: (entry: Entry, compute: () => WeightedTerms) => WeightedTerms;
  /** The bytes of `registry/word-vectors.bin`. Without them, the search ranks by words only. */
  readonly wordVectors?: Uint8Array<ArrayBuffer>;
}

/**
 * Builds indexes of a registry that changes. `put` tokenizes texts and packs rows; `build` only sorts and inverts, so
 * that an index after one change costs a fraction of the first.
 */
export class IndexBuilder {
  readonly #listsOnly: boolean;
  readonly #weigh: NonNullable<IndexOptions['weigh']>;
  readonly #wordVectors: Uint8Array<ArrayBuffer> | undefined;
  readonly #vectors: WordVectors | undefined;
  readonly #computeDirection: ComputeDirection | undefined;
  /** The current entry of each id, as its position among all entries that were added. */
  readonly #current = new Map<string, number>();
  readonly #rows = new RowPacker();
  readonly #foldedNames: string[] = [];
  readonly #names: string[] = [];
  readonly #createdAt: number[] = [];
  readonly #verifiedAt: (number | null)[] = [];
  readonly #uptimes: (number | null)[] = [];
  readonly #changedAt: number[] = [];
  readonly #values = new InvertedIndexBuilder();
  readonly #terms = new InvertedIndexBuilder();
  readonly #directions: Int8Array[] = [];

  /** @throws if the word vectors are damaged */
  constructor({ listsOnly = false, weigh = (_, compute) => compute(), wordVectors }: IndexOptions = {}) {
    this.#listsOnly = listsOnly;
    this.#weigh = weigh;
    if (wordVectors === undefined) return;
    const loaded = loadWordVectors(wordVectors);
    if (!loaded.ok) throw new Error(`The word vectors are damaged: ${loaded.error}`);
    this.#wordVectors = wordVectors;
    this.#vectors = loaded.value;
    this.#computeDirection = createDirections(loaded.value);
  }

  /** The number of entries that still use memory after others with the same id have replaced them. */
  get replaced(): number {
    return this.#changedAt.length - this.#current.size;
  }

  has(id: string): boolean {
    return this.#current.has(id);
  }

  /** Adds an entry, or replaces the one with the same id. */
  put(entry: Entry): void {
    const { row, changedAt, text } = entry;
    this.#current.set(row.id, this.#changedAt.length);
    this.#foldedNames.push(normalizeText(row.name));
    this.#createdAt.push(Date.parse(row.created_at));
    this.#verifiedAt.push(row.verified_at === null ? null : Date.parse(row.verified_at));
    this.#uptimes.push(row.observed.uptime_90d);
    this.#changedAt.push(Date.parse(changedAt));
    this.#values.add(getFilterValues(row));
    if (this.#listsOnly) return;
    this.#rows.add(row);
    this.#names.push(row.name);
    const terms = this.#weigh(entry, () => weighTerms(readSearchText(row, text)));
    this.#terms.addWeighted(terms);
    if (this.#computeDirection !== undefined) this.#directions.push(this.#computeDirection(terms));
  }

  /** Builds the index of all current entries. Later calls to `put` do not change it. */
  build(): QueryIndex {
    const order = this.#orderOfIds();
    const values = [...this.#values.strings(order)].sort();
    const terms = [...this.#terms.strings(order)].sort();
    const meaning = this.#buildMeaning(order);
    return {
      size: order.length,
      rows: this.#rows.build(order),
      changedAt: Float64Array.from(order, added => this.#changedAt[added] ?? 0),
      orders: sortOrdersOf({
        name: Array.from(order, added => this.#foldedNames[added] ?? ''),
        created_at: Array.from(order, added => this.#createdAt[added] ?? 0),
        verified_at: Array.from(order, added => this.#verifiedAt[added] ?? null),
        uptime: Array.from(order, added => this.#uptimes[added] ?? null),
      }),
      filters: createStringTable(values),
      passing: listsOf(values, order, this.#values),
      vocabulary: createVocabulary(terms),
      terms: termListsOf(terms, order, this.#terms),
      names: createNameTerms(
        Array.from(this.#listsOnly ? [] : order, added => this.#names[added] ?? ''),
        terms,
      ),
      ...(meaning && { meaning }),
    };
  }

  #buildMeaning(order: Uint32Array): QueryIndex['meaning'] {
    if (this.#vectors === undefined || this.#wordVectors === undefined || this.#listsOnly) return undefined;
    const { dimensions } = this.#vectors;
    const directions = new Int8Array(order.length * dimensions);
    for (const [listing, added] of order.entries()) {
      directions.set(this.#directions[added] ?? [], listing * dimensions);
    }
    return {
      wordVectors: this.#wordVectors.slice(),
      directions: new Uint8Array(directions.buffer),
      common: commonDirection(directions, dimensions),
    };
  }

  /** Returns the position of each listing among the entries, in the order of ids. */
  #orderOfIds(): Uint32Array {
    const ids = [...this.#current.keys()].sort();
    return Uint32Array.from(ids, id => this.#current.get(id) ?? 0);
  }
}

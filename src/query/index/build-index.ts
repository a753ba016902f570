import type { Entry } from '../engines/reference-engine.ts';
import { normalizeText } from '../text/normalize-text.ts';
import { descriptionTerms, nameLength, nameTerms } from '../text/terms.ts';
import { createVocabulary } from '../text/vocabulary.ts';
import { getFilterValues } from './filter-values.ts';
import { InvertedIndexBuilder, listsOf } from './inverted-index.ts';
import type { QueryIndex } from './query-index.ts';
import { RowPacker } from './row-packer.ts';
import { sortOrdersOf } from './sort-orders.ts';
import { createStringTable } from './string-table.ts';

/**
 * Builds the index of a registry (design: Query engine). Entries are taken in one at a time and not kept, so that
 * memory is bounded by the index itself. The same entries in the same order give the same index.
 *
 * @throws when two entries have the same id
 */
export async function buildIndex(entries: Iterable<Entry> | AsyncIterable<Entry>): Promise<QueryIndex> {
  const intake = new Intake(true);
  for await (const entry of entries) intake.add(entry);
  return intake.finish();
}

/**
 * As `buildIndex`, for who asks for filters and orders alone and has the rows at hand: without rows and words, which take
 * nine tenths of the time.
 */
export function buildListIndex(entries: Iterable<Entry>): QueryIndex {
  const intake = new Intake(false);
  for (const entry of entries) intake.add(entry);
  return intake.finish();
}

/** What is kept of the entries so far, in the order in which they came. */
class Intake {
  readonly #isWhole: boolean;
  readonly #ids: string[] = [];
  readonly #rows = new RowPacker();
  readonly #foldedNames: string[] = [];
  readonly #nameLengths: number[] = [];
  readonly #createdAt: number[] = [];
  readonly #verifiedAt: (number | null)[] = [];
  readonly #changedAt: number[] = [];
  readonly #values = new InvertedIndexBuilder();
  readonly #names = new InvertedIndexBuilder();
  readonly #descriptions = new InvertedIndexBuilder();

  /** @param isWhole rows and words are kept, too */
  constructor(isWhole: boolean) {
    this.#isWhole = isWhole;
  }

  add({ row, changedAt }: Entry): void {
    this.#ids.push(row.id);
    this.#foldedNames.push(normalizeText(row.name));
    this.#createdAt.push(Date.parse(row.created_at));
    this.#verifiedAt.push(row.verified_at === null ? null : Date.parse(row.verified_at));
    this.#changedAt.push(Date.parse(changedAt));
    this.#values.add(getFilterValues(row));
    if (!this.#isWhole) return;
    this.#rows.add(row);
    this.#nameLengths.push(nameLength(row.name));
    this.#names.add(nameTerms(row.name));
    this.#descriptions.add(descriptionTerms(row.description));
  }

  finish(): QueryIndex {
    const order = this.#orderOfIds();
    const values = [...this.#values.strings()].sort();
    const words = [...new Set([...this.#names.strings(), ...this.#descriptions.strings()])].sort();
    return {
      size: order.length,
      rows: this.#rows.build(order),
      changedAt: Float64Array.from(order, added => this.#changedAt[added] ?? 0),
      orders: sortOrdersOf({
        name: Array.from(order, added => this.#foldedNames[added] ?? ''),
        created_at: Array.from(order, added => this.#createdAt[added] ?? 0),
        verified_at: Array.from(order, added => this.#verifiedAt[added] ?? null),
      }),
      filters: createStringTable(values),
      passing: listsOf(values, order, [this.#values]),
      vocabulary: createVocabulary(words),
      having: listsOf(words, order, [this.#names, this.#descriptions]),
      nameLengths: Uint8Array.from(order, added => this.#nameLengths[added] ?? 0),
    };
  }

  /** For each listing in the order of ids, which of those added it is. */
  #orderOfIds(): Uint32Array {
    const ids = this.#ids;
    const order = Uint32Array.from(ids.keys()).sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
    const twice = order.find((added, i) => i > 0 && ids[added] === ids[order[i - 1] ?? 0]);
    if (twice !== undefined) throw new Error(`The listing "${ids[twice]}" is there twice.`);
    return order;
  }
}

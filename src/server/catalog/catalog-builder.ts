import { newestOf } from '#build/catalog/change-history.ts';
import type { Instant } from '#contract/instant.ts';
import { type Summary, type SummaryContext, summaryOf } from '#edge/catalog/catalog.ts';
import type { Entry } from '#query/entry.ts';
import { IndexBuilder } from '#query/index/build-index.ts';
import type { QueryIndex } from '#query/index/query-index.ts';
import { readWordVectors } from '#store/word-vectors.ts';

/** The catalog data of a server, without rows, which the index contains as bytes. */
export interface CatalogSnapshot {
  readonly index: QueryIndex;
  readonly summary: Summary;
  /** The ids of the listings in the feeds. */
  readonly newest: readonly string[];
}

/** The number of replaced entries whose memory does not matter. */
const MIN_REPLACED = 1000;

/** Builds snapshots of a registry that changes. */
export class CatalogBuilder {
  #context: SummaryContext;
  readonly #entries = new Map<string, Entry>();
  #index = createIndexBuilder();

  constructor(context: SummaryContext = {}) {
    this.#context = context;
  }

  /** Sets when the last run of revalidation completed. */
  setLastRun(lastRunAt: Instant | undefined): void {
    this.#context = { ...this.#context, lastRunAt };
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Adds a listing, or replaces the one with the same id. */
  put(entry: Entry): void {
    this.#entries.set(entry.row.id, entry);
    this.#index.put(entry);
  }

  /** @returns a snapshot that shares no memory with this builder, so that it can be transferred to another thread */
  build(): CatalogSnapshot {
    if (this.#index.replaced > Math.max(MIN_REPLACED, this.#entries.size)) this.#compact();
    const entries = [...this.#entries.values()];
    const index = this.#index.build();
    return {
      index: { ...index, rows: { ...index.rows, blocks: index.rows.blocks.map(block => block.slice()) } },
      summary: summaryOf(entries, this.#context),
      newest: newestOf(entries.map(({ row }) => row)),
    };
  }

  /** Frees the memory of replaced entries. */
  #compact(): void {
    this.#index = createIndexBuilder();
    for (const entry of this.#entries.values()) this.#index.put(entry);
  }
}

function createIndexBuilder(): IndexBuilder {
  return new IndexBuilder({ wordVectors: readWordVectors() });
}

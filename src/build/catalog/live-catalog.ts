import type { Instant } from '#contract/instant.ts';
import { type Catalog, type Feeds, summaryOf } from '#edge/catalog/catalog.ts';
import type { Listing } from '#listing/listing.ts';
import type { Engine } from '#query/engine.ts';
import { createIndexEngine } from '#query/engines/index-engine.ts';
import { type Entry, toEntry } from '#query/entry.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { readLastRun } from '#store/last-run.ts';
import { type DataDirectories, readListingFiles } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import { readWordVectors } from '#store/word-vectors.ts';
import { type FeedBases, newestOf } from './change-history.ts';
import { ListingDocuments } from './listing-documents.ts';

/**
 * A registry in one process, for tools and tests: rows are in memory, and full listings are read from its
 * files on request. Servers use `ServedCatalog`, which does not block the request thread.
 */
export class LiveCatalog {
  readonly #directories: DataDirectories;
  readonly #bases: FeedBases;
  readonly #commit: string | null;
  readonly #rows = new Map<string, Entry>();
  readonly #documents: ListingDocuments;
  #lastRunAt: Instant | undefined;
  #made: Promise<Catalog> | undefined;

  /** @param commit the full hash of the served commit; null if unknown */
  constructor(directories: DataDirectories, bases: FeedBases, commit: string | null = null) {
    this.#directories = directories;
    this.#bases = bases;
    this.#commit = commit;
    this.#documents = new ListingDocuments(directories, bases);
  }

  /**
   * Loads all listings. Listings from a concurrent `put` are newer, and stay.
   * @returns the broken files, whose listings are skipped
   */
  async load(): Promise<BrokenFile[]> {
    const broken: BrokenFile[] = [];
    this.#lastRunAt = await readLastRun(this.#directories.observations);
    for await (const { id, read } of readListingFiles(this.#directories)) {
      const result = read();
      if (!result.ok) broken.push(result);
      else if (!this.#rows.has(id)) this.#rows.set(id, this.#entryOf(result.value));
    }
    this.#changed();
    return broken;
  }

  /** Adds a new or changed listing, whose record must already be in the files. */
  put(listing: Listing): void {
    const { id } = listing.record;
    this.#rows.set(id, this.#entryOf(listing));
    this.#changed(id);
  }

  #entryOf(listing: Listing): Entry {
    return toEntry(listing, this.#bases);
  }

  /** Drops results that depend on rows or git. */
  #changed(id?: string): void {
    this.#made = undefined;
    this.#documents.forget(id);
  }

  /** Stops all background reads. */
  close(): void {
    this.#documents.close();
  }

  /** Returns the rows of all listings, sorted by id. */
  entries(): Entry[] {
    return [...this.#rows.values()].sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
  }

  /** Returns the current catalog. Its engine is rebuilt on the first call after a change. */
  current(): Promise<Catalog> {
    this.#made ??= buildIndex(this.entries(), { wordVectors: readWordVectors() }).then(index =>
      this.over(createIndexEngine(index)),
    );
    return this.#made;
  }

  /** Returns the current catalog with another engine over `entries()`. */
  over(engine: Engine): Catalog {
    const entries = this.entries();
    let feeds: Promise<Feeds> | undefined;
    return {
      engine,
      summary: summaryOf(entries, {
        commit: this.#commit,
        lastRunAt: this.#lastRunAt,
        isRevalidated: this.#directories.isRevalidated,
      }),
      listing: async id => (this.#rows.has(id) ? this.#documents.listing(id) : undefined),
      history: async id => (this.#rows.has(id) ? this.#documents.history(id) : undefined),
      feeds: () => (feeds ??= this.#documents.feeds(newestOf(entries.map(({ row }) => row)))),
    };
  }
}

import { type Catalog, type Feeds, summaryOf } from '#edge/catalog/catalog.ts';
import type { Listing } from '#listing/listing.ts';
import { toRow } from '#listing/row.ts';
import type { Engine } from '#query/engine.ts';
import { createIndexEngine } from '#query/engines/index-engine.ts';
import type { Entry } from '#query/engines/reference-engine.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { type DataDirectories, readListingFiles } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import { type FeedBases, newestOf } from './change-history.ts';
import { ListingDocuments } from './listing-documents.ts';

/**
 * A registry in one process, for builds, tools and tests: rows are kept in memory, and whole listings are read from its
 * files on request. A server has `ServedCatalog`, which keeps the request thread free.
 */
export class LiveCatalog {
  readonly #directories: DataDirectories;
  readonly #bases: FeedBases;
  readonly #commit: string | null;
  readonly #rows = new Map<string, Entry>();
  readonly #digests = new Map<string, string>();
  readonly #documents: ListingDocuments;
  #made: Promise<Catalog> | undefined;

  /** @param commit the commit that is served, in full; null where nobody knows it */
  constructor(directories: DataDirectories, bases: FeedBases, commit: string | null = null) {
    this.#directories = directories;
    this.#bases = bases;
    this.#commit = commit;
    this.#documents = new ListingDocuments(directories, bases, (id, digest) => {
      if (digest !== this.#digests.get(id)) this.#digests.delete(id);
    });
  }

  /**
   * Reads all listings. What was put meanwhile is newer, and stays.
   * @returns the broken files, whose listings are left out
   */
  async load(): Promise<BrokenFile[]> {
    const broken: BrokenFile[] = [];
    for await (const { digest, read } of readListingFiles(this.#directories)) {
      const result = read();
      if (result.ok) this.take([{ ...this.#entryOf(result.value), digest }]);
      else broken.push(result);
    }
    return broken;
  }

  /** Takes listings in that were read already, each with what names its content; what is there already stays. */
  take(entries: Iterable<Entry & { readonly digest: string }>): void {
    for (const { row, changedAt, digest } of entries) {
      if (this.#rows.has(row.id)) continue;
      this.#rows.set(row.id, { row, changedAt });
      this.#digests.set(row.id, digest);
    }
    this.#changed();
  }

  /** Takes a listing in that is new or changed; its record has to be in the files already. */
  put(listing: Listing): void {
    const { id } = listing.record;
    this.#rows.set(id, this.#entryOf(listing));
    this.#digests.delete(id);
    this.#changed(id);
  }

  #entryOf(listing: Listing): Entry {
    return { row: toRow(listing, this.#bases), changedAt: listing.changed_at };
  }

  /** What was made of the rows, and read of git, is of before. */
  #changed(id?: string): void {
    this.#made = undefined;
    this.#documents.forget(id);
  }

  /** Ends what reads in the background. */
  close(): void {
    this.#documents.close();
  }

  /** The rows of all listings, in the order of their ids. */
  entries(): Entry[] {
    return [...this.#rows.values()].sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
  }

  /**
   * Gives what names all that the registry publishes of one listing: as long as it is the same, so is that. Undefined where
   * it is not known, because the listing was put and not read, or has changed since it was read.
   */
  async versions(): Promise<(id: string) => string | undefined> {
    const commits = await this.#documents.commits();
    return id => {
      const digest = this.#digests.get(id);
      return digest && [digest, ...commits(id)].join(' ');
    };
  }

  /** The registry as it is now; its engine is made anew when it is asked for after a change. */
  current(): Promise<Catalog> {
    this.#made ??= buildIndex(this.entries()).then(index => this.over(createIndexEngine(index)));
    return this.#made;
  }

  /** The registry as it is now, with an engine over `entries()` that somebody else has made. */
  over(engine: Engine): Catalog {
    const entries = this.entries();
    let feeds: Promise<Feeds> | undefined;
    return {
      engine,
      summary: summaryOf(entries, this.#commit),
      listing: async id => (this.#rows.has(id) ? this.#documents.listing(id) : undefined),
      history: async id => (this.#rows.has(id) ? this.#documents.history(id) : undefined),
      feeds: () => (feeds ??= this.#documents.feeds(newestOf(entries.map(({ row }) => row)))),
    };
  }
}

import { type Catalog, type Feeds, summaryOf } from '#edge/catalog/catalog.ts';
import { historyDocument, listingDocument } from '#edge/routes/listings.ts';
import { detailOf } from '#listing/detail.ts';
import { type Listing, listingOf } from '#listing/listing.ts';
import { recordPath } from '#listing/listing-record.ts';
import { type Bases, toRow } from '#listing/row.ts';
import type { Engine } from '#query/engine.ts';
import { createIndexEngine } from '#query/engines/index-engine.ts';
import type { Entry } from '#query/engines/reference-engine.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { type DataDirectories, digestOf, readListingFiles } from '#store/listing-files.ts';
import { type BrokenFile, readObservation, readRecord } from '#store/record-files.ts';
import { RecordedChanges } from './change-history.ts';

/** How many listings are kept as they were read: several files of a build are made from one, right after each other. */
const RECENT = 64;

/**
 * A registry that changes while it is served: rows are kept in memory, and whole listings are read from its files when
 * they are asked for.
 */
export class LiveCatalog {
  readonly #directories: DataDirectories;
  readonly #bases: Bases & { readonly siteName: string };
  readonly #commit: string | null;
  readonly #rows = new Map<string, Entry>();
  readonly #digests = new Map<string, string>();
  readonly #recent = new Map<string, Promise<Listing | undefined>>();
  readonly #changes: RecordedChanges;
  #made: Promise<Catalog> | undefined;

  /** @param commit the commit that is served, in full; null where nobody knows it */
  constructor(
    directories: DataDirectories,
    bases: Bases & { readonly siteName: string },
    commit: string | null = null,
  ) {
    this.#directories = directories;
    this.#bases = bases;
    this.#commit = commit;
    this.#changes = new RecordedChanges(directories.registry, bases);
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
    this.#recent.delete(id);
    this.#changed();
  }

  #entryOf(listing: Listing): Entry {
    return { row: toRow(listing, this.#bases), changedAt: listing.changed_at };
  }

  /** What was made of the rows, and read of git, is of before. */
  #changed(): void {
    this.#made = undefined;
    this.#changes.forget();
  }

  /** Ends what reads in the background. */
  close(): void {
    this.#changes.forget();
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
    const commits = await this.#changes.commits();
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
      listing: async id => {
        const listing = await this.#listing(id);
        return listing && listingDocument(detailOf(listing, this.#bases));
      },
      history: async id => {
        const listing = await this.#listing(id);
        return listing && historyDocument(await this.#changes.history(listing));
      },
      feeds: () =>
        (feeds ??= this.#changes.feeds(
          entries.map(({ row }) => row),
          id => this.#listing(id),
        )),
    };
  }

  #listing(id: string): Promise<Listing | undefined> {
    const known = this.#recent.get(id);
    if (known) return known;
    const reading = this.#read(id);
    this.#recent.set(id, reading);
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= RECENT) break;
      this.#recent.delete(oldest);
    }
    // What could not be read is asked for again the next time.
    reading.catch(() => this.#recent.delete(id));
    return reading;
  }

  async #read(id: string): Promise<Listing | undefined> {
    if (!this.#rows.has(id)) return undefined;
    const { registry, observations } = this.#directories;
    const record = await readRecord(registry, id);
    const observation = observations === undefined ? undefined : await readObservation(observations, id);
    if (!record?.ok) return undefined;
    const digest = digestOf(recordPath(id), record.digest, observation?.ok ? observation.digest : undefined);
    if (digest !== this.#digests.get(id)) this.#digests.delete(id);
    return listingOf(record.value, observation?.ok ? observation.value : undefined);
  }
}

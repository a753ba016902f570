import type { Feeds } from '#edge/catalog/catalog.ts';
import { historyDocument, listingDocument } from '#edge/routes/listings.ts';
import { detailOf } from '#listing/detail.ts';
import type { Listing } from '#listing/listing.ts';
import { recordPath } from '#listing/listing-record.ts';
import { type DataDirectories, digestOf, toListing } from '#store/listing-files.ts';
import { readObservation, readRecord } from '#store/record-files.ts';
import { type FeedBases, RecordedChanges } from './change-history.ts';

/** The number of cached listings: a build creates several files of one listing in a row. */
const MAX_CACHED = 64;

/** How listings are read from their files. */
interface ReadingOptions {
  /** Returns a listing whose files were validated before and are still the same. */
  readonly readUnchanged?: (id: string) => Listing | undefined;
  /** Called with the digest of each listing that is read otherwise. */
  readonly onRead?: (id: string, digest: string) => void;
}

/** The documents about single listings, read from the registry's files and git history on request. */
export class ListingDocuments {
  readonly #directories: DataDirectories;
  readonly #bases: FeedBases;
  readonly #reading: ReadingOptions;
  readonly #cached = new Map<string, Promise<Listing | undefined>>();
  readonly #changes: RecordedChanges;

  constructor(directories: DataDirectories, bases: FeedBases, reading: ReadingOptions = {}) {
    this.#directories = directories;
    this.#bases = bases;
    this.#reading = reading;
    this.#changes = new RecordedChanges(directories.registry, bases);
  }

  /** Returns the body of `GET /listings/{id}`; undefined if the record does not exist or is invalid. */
  async listing(id: string): Promise<string | undefined> {
    const listing = await this.#listing(id);
    return listing && listingDocument(detailOf(listing, this.#bases));
  }

  /** Returns the body of `GET /listings/{id}/history`; undefined as for `listing`. */
  async history(id: string): Promise<string | undefined> {
    const listing = await this.#listing(id);
    return listing && historyDocument(await this.#changes.history(listing));
  }

  /** @param ids the listings from `newestOf` */
  feeds(ids: readonly string[]): Promise<Feeds> {
    return this.#changes.feeds(ids, id => this.#listing(id));
  }

  /** Returns a function that returns the commits that changed a listing's record. */
  commits(): Promise<(id: string) => readonly string[]> {
    return this.#changes.commits();
  }

  /** Drops the cached git history and, if given, a cached listing, because records have changed. */
  forget(id?: string): void {
    this.#changes.forget();
    if (id !== undefined) this.#cached.delete(id);
  }

  /** Drops all cached listings and the cached git history, because their files have changed. */
  forgetListings(): void {
    this.#changes.forget();
    this.#cached.clear();
  }

  /** Stops reading git in the background. */
  close(): void {
    this.#changes.forget();
  }

  #listing(id: string): Promise<Listing | undefined> {
    const cached = this.#cached.get(id);
    if (cached) return cached;
    const reading = this.#read(id);
    this.#cached.set(id, reading);
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= MAX_CACHED) break;
      this.#cached.delete(oldest);
    }
    // The next call retries a failed read.
    reading.catch(() => this.#cached.delete(id));
    return reading;
  }

  async #read(id: string): Promise<Listing | undefined> {
    const unchanged = this.#reading.readUnchanged?.(id);
    if (unchanged) return unchanged;
    const { registry, observations, isRevalidated } = this.#directories;
    const record = await readRecord(registry, id);
    const observation = observations === undefined ? undefined : await readObservation(observations, id);
    if (!record?.ok) return undefined;
    this.#reading.onRead?.(
      id,
      digestOf(recordPath(id), record.digest, observation?.ok ? observation.digest : undefined, isRevalidated),
    );
    return toListing(record.value, observation?.ok ? observation.value : undefined, this.#directories);
  }
}

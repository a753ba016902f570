import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FeedBases } from '#build/catalog/change-history.ts';
import { ListingDocuments } from '#build/catalog/listing-documents.ts';
import type { Catalog, Feeds } from '#edge/catalog/catalog.ts';
import type { Listing } from '#listing/listing.ts';
import { createIndexEngine } from '#query/engines/index-engine.ts';
import { toEntry } from '#query/entry.ts';
import { hasListing } from '#query/has-listing.ts';
import type { QueryIndex } from '#query/index/query-index.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { CatalogSnapshot } from './catalog-builder.ts';
import type { CatalogRequest, CatalogResponse, CatalogWorkerData } from './messages.ts';

export interface ServedCatalogOptions {
  readonly directories: DataDirectories;
  readonly bases: FeedBases;
  /** The full hash of the served commit; null if unknown. */
  readonly commit: string | null;
  /** Called when responses made so far may be out of date. */
  readonly onChange: () => void;
  /** Called when the thread has failed; the next change starts another one, and the last catalog is served until then. */
  readonly onError: (error: unknown) => void;
}

/** A request to the thread that no snapshot includes yet. */
interface Waiting {
  readonly number: number;
  readonly resolve: (broken: readonly BrokenFile[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The catalog of a running server (design: Query engine). Another thread has the rows and builds the index. This one
 * serves the previous catalog until the new one arrives, and swaps them without visiting each listing.
 */
export class ServedCatalog {
  readonly #options: ServedCatalogOptions;
  readonly #documents: ListingDocuments;
  readonly #first = Promise.withResolvers<Catalog>();
  #current: Catalog | undefined;
  #index: QueryIndex | undefined;
  #thread: Worker | undefined;
  #waiting: Waiting[] = [];
  #number = 0;
  #closed = false;

  constructor(options: ServedCatalogOptions) {
    this.#options = options;
    this.#documents = new ListingDocuments(options.directories, options.bases);
    this.#first.promise.catch(() => undefined);
  }

  /**
   * Loads all listings from the files. Listings from a concurrent `put` are newer, and stay.
   * @returns the broken files, whose listings are skipped
   * @throws Error if the catalog is closed, or its thread fails
   */
  async load(): Promise<readonly BrokenFile[]> {
    if (this.#closed) throw new Error(CLOSED);
    return this.#send(number => ({ type: 'load', number }));
  }

  /**
   * Adds a new or changed listing, whose record must already be in the files.
   * @returns a promise that resolves once no older catalog is served
   * @throws Error if the thread fails
   */
  async put(listing: Listing): Promise<void> {
    if (this.#closed) return;
    this.#documents.forget(listing.record.id);
    this.#options.onChange();
    const entry = toEntry(listing, this.#options.bases);
    // After a failure, the files have all listings, including this one.
    if (!this.#thread && this.#current) this.#send(number => ({ type: 'load', number })).catch(() => undefined);
    const served = this.#send(number => ({ type: 'put', number, entry }));
    if (this.#current) await served;
    else served.catch(() => undefined);
  }

  /**
   * Reads all files again, after a run of revalidation has changed them.
   * @returns a promise that resolves once no older catalog is served
   * @throws Error if the thread fails
   */
  async refresh(): Promise<void> {
    if (this.#closed) return;
    this.#documents.forgetListings();
    this.#options.onChange();
    await this.#send(number => ({ type: 'refresh', number }));
  }

  /**
   * Returns the latest complete catalog, or a promise of the first one.
   * @throws Error if the catalog was closed before
   */
  current(): Promise<Catalog> | Catalog {
    return this.#current ?? this.#first.promise;
  }

  /** Whether the latest complete catalog has a listing. */
  has(id: string): boolean {
    return this.#index !== undefined && hasListing(this.#index, id);
  }

  /** Terminates the thread. The last catalog remains readable. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#first.reject(new Error(CLOSED));
    this.#documents.close();
    const waiting = this.#takeWaiting(Number.POSITIVE_INFINITY);
    for (const { resolve } of waiting) resolve([]);
    await this.#thread?.terminate();
  }

  #send(requestOf: (number: number) => CatalogRequest): Promise<readonly BrokenFile[]> {
    const number = ++this.#number;
    const { promise, resolve, reject } = Promise.withResolvers<readonly BrokenFile[]>();
    this.#waiting.push({ number, resolve, reject });
    this.#thread ??= this.#start();
    this.#thread.postMessage(requestOf(number));
    return promise;
  }

  #start(): Worker {
    const { directories, bases, commit } = this.#options;
    const data: CatalogWorkerData = { directories, bases, commit };
    const worker = new Worker(path.join(import.meta.dirname, 'catalog-worker.ts'), { workerData: data });
    worker.on('message', (response: CatalogResponse) => this.#take(response));
    worker.once('error', error => this.#fail(worker, error));
    worker.once('exit', code => this.#fail(worker, new Error(`The catalog thread exited with ${code}.`)));
    return worker;
  }

  #take({ snapshot, number, broken }: CatalogResponse): void {
    if (this.#closed) return;
    this.#documents.forget();
    this.#current = this.#catalogOf(snapshot);
    this.#index = snapshot.index;
    this.#first.resolve(this.#current);
    this.#options.onChange();
    for (const { resolve } of this.#takeWaiting(number)) resolve(broken);
  }

  #fail(worker: Worker, error: unknown): void {
    if (this.#closed || this.#thread !== worker) return;
    this.#thread = undefined;
    this.#options.onError(error);
    for (const { reject } of this.#takeWaiting(Number.POSITIVE_INFINITY)) reject(error);
  }

  #takeWaiting(upTo: number): readonly Waiting[] {
    const served = this.#waiting.filter(({ number }) => number <= upTo);
    this.#waiting = this.#waiting.filter(({ number }) => number > upTo);
    return served;
  }

  #catalogOf({ index, summary, newest }: CatalogSnapshot): Catalog {
    const documents = this.#documents;
    let feeds: Promise<Feeds> | undefined;
    return {
      engine: createIndexEngine(index),
      summary,
      listing: async id => (hasListing(index, id) ? documents.listing(id) : undefined),
      history: async id => (hasListing(index, id) ? documents.history(id) : undefined),
      feeds: () => (feeds ??= documents.feeds(newest)),
    };
  }
}

const CLOSED = 'The catalog is closed.';

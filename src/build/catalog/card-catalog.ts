import type { Instant } from '#contract/instant.ts';
import { type Catalog, type Feeds, type Summary, summaryOf } from '#edge/catalog/catalog.ts';
import type { Engine } from '#query/engine.ts';
import type { Cards } from '#site/data/cards/cards.ts';
import { type DataDirectories, readUnchangedListing } from '#store/listing-files.ts';
import { createKey } from '../key.ts';
import { type FeedBases, NewestListings } from './change-history.ts';
import { ListingDocuments } from './listing-documents.ts';

interface CatalogSource {
  readonly directories: DataDirectories;
  readonly addresses: FeedBases;
  /** The full hash of the served commit; null if unknown. */
  readonly commit?: string | null;
  /** When the last run of revalidation completed. */
  readonly lastRunAt?: Instant | undefined;
}

/** The catalog of a build. Reads rows from the cards, and listings from the files of the registry, when they are used. */
export class CardCatalog {
  readonly #cards: Cards;
  readonly #sources: string;
  readonly #documents: ListingDocuments;
  readonly #summary: Summary;
  readonly #newest = new NewestListings();
  /** The listings that have changed since their cards were read. */
  readonly #changed = new Set<string>();
  /** The keys of the listings that were requested: the files of a listing and ten lists need the same one. */
  readonly #keys: string[] = [];

  /** @param sources identifies the sources of the build and its URLs */
  constructor(cards: Cards, { directories, addresses, commit = null, lastRunAt }: CatalogSource, sources: string) {
    this.#cards = cards;
    this.#sources = sources;
    this.#documents = new ListingDocuments(directories, addresses, {
      readUnchanged: id => {
        const digest = this.#digestOf(id);
        return digest === undefined ? undefined : readUnchangedListing(directories, id, digest);
      },
      onRead: (id, digest) => {
        if (digest !== this.#digestOf(id)) this.#changed.add(id);
      },
    });
    this.#summary = summaryOf(this.#readAll(), { commit, lastRunAt, isRevalidated: directories.isRevalidated });
  }

  /** Returns the catalog with an engine over the same cards. */
  over(engine: Engine): Catalog {
    let feeds: Promise<Feeds> | undefined;
    return {
      engine,
      summary: this.#summary,
      listing: async id => (this.#cards.find(id) < 0 ? undefined : this.#documents.listing(id)),
      history: async id => (this.#cards.find(id) < 0 ? undefined : this.#documents.history(id)),
      feeds: () => (feeds ??= this.#documents.feeds(this.newest())),
    };
  }

  /**
   * Returns a function that returns the key of a listing by its number: as long as it is the same, so is everything that the
   * registry publishes of the listing. Undefined if unknown, because the listing has changed since its card was read.
   */
  async keys(): Promise<(listing: number) => string | undefined> {
    const commits = await this.#documents.commits();
    return listing => {
      const known = this.#keys[listing];
      if (known !== undefined && this.#changed.size === 0) return known;
      const id = this.#cards.id(listing);
      if (this.#changed.has(id)) return undefined;
      this.#keys[listing] ??= createKey(this.#sources, this.#cards.digest(listing), commits(id));
      return this.#keys[listing];
    };
  }

  /** Returns the ids of the listings whose files had changed when they were read, so that their cards are outdated. */
  outdated(): Iterable<string> {
    return this.#changed;
  }

  /** Returns the ids of the listings that the feeds are created from. */
  newest(): readonly string[] {
    return this.#newest.ids();
  }

  /** Stops all background reads. */
  close(): void {
    this.#documents.close();
  }

  /** Reads the members of each row that the summary and the feeds need. */
  *#readAll() {
    for (const { brief, changedAt } of this.#cards) {
      this.#newest.add(brief);
      yield { row: brief, changedAt };
    }
  }

  #digestOf(id: string): string | undefined {
    const number = this.#changed.has(id) ? -1 : this.#cards.find(id);
    return number < 0 ? undefined : this.#cards.digest(number);
  }
}

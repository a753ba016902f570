import { atomFeed } from '#listing/feeds/atom-feed.ts';
import { type Feed, type FeedSource, feedOf } from '#listing/feeds/feed.ts';
import { jsonFeed } from '#listing/feeds/json-feed.ts';
import { createHistory, type History } from '#listing/history.ts';
import type { Listing } from '#listing/listing.ts';
import type { Bases, Row } from '#listing/row.ts';
import { openRecordHistory, type RecordHistory } from '#store/record-history.ts';

/** What feeds look at: no older change can be among their 200 items. */
const NEWEST = 200;

/** What changed in a registry, from the history of its records in git and from what was observed. */
export class RecordedChanges {
  readonly #registry: string;
  readonly #bases: Bases & { readonly siteName: string };
  #opened: Promise<RecordHistory> | undefined;

  /** @param registry holds `listings/` */
  constructor(registry: string, bases: Bases & { readonly siteName: string }) {
    this.#registry = registry;
    this.#bases = bases;
  }

  /** The history of a listing. */
  async history({ record, observation }: Listing): Promise<History> {
    return createHistory(record.id, (await this.#history()).snapshots(record), observation?.statuses);
  }

  /** Gives the commits that changed a listing's record; they name what its history can say of it. */
  async commits(): Promise<(id: string) => readonly string[]> {
    const history = await this.#history();
    return id => history.versions(id).map(({ commit }) => commit);
  }

  /**
   * The feeds of what is new, from the rows of all listings.
   * @param read gives a listing; undefined when there is none
   */
  async feeds(
    rows: readonly Row[],
    read: (id: string) => Promise<Listing | undefined>,
  ): Promise<{ readonly atom: string; readonly json: string }> {
    const listings = await Promise.all([...newestOf(rows)].map(({ id }) => read(id)));
    const sources: FeedSource[] = [];
    for (const listing of listings) {
      if (!listing) continue;
      const { id, manifest } = listing.record;
      sources.push({ id, name: manifest.name, entries: (await this.history(listing)).entries });
    }
    const feed: Feed = feedOf(sources, this.#bases, `New in the ${this.#bases.siteName}`);
    return { atom: atomFeed(feed), json: jsonFeed(feed) };
  }

  /** Forgets what was read of git, because records have changed. */
  forget(): void {
    this.#opened?.then(history => history.close()).catch(() => undefined);
    this.#opened = undefined;
  }

  #history(): Promise<RecordHistory> {
    this.#opened ??= openRecordHistory(this.#registry, 'listings');
    return this.#opened;
  }
}

/** The listings that changed last, and those that failed last. */
function newestOf(rows: readonly Row[]): Iterable<Row> {
  const lapsed = rows.filter(({ status }) => status === 'lapsed').sort(latestFirst(row => row.last_checked_at));
  const changed = rows.toSorted(latestFirst(row => row.updated_at));
  return new Set([...changed.slice(0, NEWEST), ...lapsed.slice(0, NEWEST)]);
}

function latestFirst(timeOf: (row: Row) => string | null): (a: Row, b: Row) => number {
  return (a, b) => Date.parse(timeOf(b) ?? '') - Date.parse(timeOf(a) ?? '') || (a.id < b.id ? -1 : 1);
}

import type { History } from '#contract/history.ts';
import type { Row } from '#contract/row.ts';
import { atomFeed } from '#listing/feeds/atom-feed.ts';
import { type Feed, type FeedSource, feedOf } from '#listing/feeds/feed.ts';
import { jsonFeed } from '#listing/feeds/json-feed.ts';
import { createHistory } from '#listing/history.ts';
import type { Listing } from '#listing/listing.ts';
import type { Bases } from '#listing/row.ts';
import { openRecordHistory, type RecordHistory } from '#store/record-history.ts';

/** What feeds look at: no older change can be among their 200 items. */
const NEWEST = 200;

/** What changed in a registry, from the history of its records in git and from what was observed. */
export class RecordedChanges {
  readonly #registry: string;
  readonly #bases: Bases;
  #opened: Promise<RecordHistory> | undefined;
  /** What was opened last, though records may have changed since: the next one goes on from there. */
  #last: RecordHistory | undefined;

  /** @param registry holds `listings/` */
  constructor(registry: string, bases: Bases) {
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
   * The feeds of what is new.
   * @param ids of the listings that `newestOf` gives
   * @param read gives a listing; undefined when there is none
   */
  async feeds(
    ids: readonly string[],
    read: (id: string) => Promise<Listing | undefined>,
  ): Promise<{ readonly atom: string; readonly json: string }> {
    const listings = await Promise.all(ids.map(read));
    const sources: FeedSource[] = [];
    for (const listing of listings) {
      if (!listing) continue;
      const { id, manifest } = listing.record;
      sources.push({ id, name: manifest.name, entries: (await this.history(listing)).entries });
    }
    const feed: Feed = feedOf(sources, this.#bases, 'What is new in the API registry');
    return { atom: atomFeed(feed), json: jsonFeed(feed) };
  }

  /** Has git be read again, because records have changed. */
  forget(): void {
    this.#opened?.then(history => history.close()).catch(() => undefined);
    this.#opened = undefined;
  }

  #history(): Promise<RecordHistory> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<RecordHistory> {
    this.#last = await openRecordHistory(this.#registry, 'listings', this.#last);
    return this.#last;
  }
}

/** The ids of the listings that changed last, and of those that failed last: the feeds are made from these. */
export function newestOf(rows: readonly Row[]): readonly string[] {
  const lapsed = rows.filter(({ status }) => status === 'lapsed');
  return [
    ...new Set([...latestFirst(rows, row => row.updated_at), ...latestFirst(lapsed, row => row.last_checked_at)]),
  ];
}

/** The ids of the latest rows, ties in the order of ids. Each time is parsed once: there may be very many rows. */
function latestFirst(rows: readonly Row[], timeOf: (row: Row) => string | null): readonly string[] {
  return rows
    .map(row => ({ id: row.id, time: Date.parse(timeOf(row) ?? '') }))
    .sort((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1))
    .slice(0, NEWEST)
    .map(({ id }) => id);
}

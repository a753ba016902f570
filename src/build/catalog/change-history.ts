import type { History } from '#contract/history.ts';
import type { Instant } from '#contract/instant.ts';
import type { Row } from '#contract/row.ts';
import { atomFeed } from '#listing/feeds/atom-feed.ts';
import { type Feed, type FeedSource, feedOf } from '#listing/feeds/feed.ts';
import { jsonFeed } from '#listing/feeds/json-feed.ts';
import { createHistory } from '#listing/history.ts';
import type { Listing } from '#listing/listing.ts';
import type { Bases } from '#listing/row.ts';
import { compareInstants } from '#listing/time/timestamp.ts';
import { openRecordHistory, type RecordHistory } from '#store/record-history.ts';

/** The number of listings that feeds read: no older change can be among their 200 items. */
const MAX_RECENT = 200;

/** The URLs and the name of a registry in its feeds. */
export interface FeedBases extends Bases {
  readonly siteName: string;
}

/** The changes of a registry, from the git history of its records and from observations. */
export class RecordedChanges {
  readonly #registry: string;
  readonly #bases: FeedBases;
  #opened: Promise<RecordHistory> | undefined;
  /** The last history that was opened. Later reads continue from it, even after records have changed. */
  #last: RecordHistory | undefined;

  /** @param registry the folder that contains `listings/` */
  constructor(registry: string, bases: FeedBases) {
    this.#registry = registry;
    this.#bases = bases;
  }

  /** Returns the history of a listing. */
  async history({ record, observation }: Listing): Promise<History> {
    return createHistory(record.id, (await this.#history()).snapshots(record), observation?.statuses);
  }

  /** Returns a function that returns the commits that changed a listing's record. They determine its history. */
  async commits(): Promise<(id: string) => readonly string[]> {
    const history = await this.#history();
    return id => history.versions(id).map(({ commit }) => commit);
  }

  /**
   * Returns the feeds of recent changes.
   * @param ids the listings from `newestOf`
   * @param read returns a listing; undefined if it does not exist
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
    const feed: Feed = feedOf(sources, this.#bases, `Recent changes in the ${this.#bases.siteName}`);
    return { atom: atomFeed(feed), json: jsonFeed(feed) };
  }

  /** Reads git again on the next call, because records have changed. */
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

/** The members of a row that decide whether a listing is among the newest. */
type DatedRow = Pick<Row, 'id' | 'status' | 'updated_at' | 'last_checked_at'>;

/** Collects the listings that changed last, and those that failed last, which the feeds are created from. */
export class NewestListings {
  readonly #changed: Timed[] = [];
  readonly #lapsed: Timed[] = [];

  add({ id, status, updated_at, last_checked_at }: DatedRow): void {
    keepNewest(this.#changed, { id, time: updated_at });
    if (status === 'lapsed') keepNewest(this.#lapsed, { id, time: last_checked_at ?? EARLIEST });
  }

  ids(): readonly string[] {
    return [...new Set([...this.#changed, ...this.#lapsed].map(({ id }) => id))];
  }
}

/** Returns the ids of the listings that the feeds are created from. */
export function newestOf(rows: Iterable<DatedRow>): readonly string[] {
  const newest = new NewestListings();
  for (const row of rows) newest.add(row);
  return newest.ids();
}

/** Inserts a listing unless there are enough newer ones; ties are in the order of ids. */
function keepNewest(newest: Timed[], each: Timed): void {
  let at = newest.length;
  for (let before = newest[at - 1]; before && isNewer(each, before); before = newest[at - 1]) at--;
  if (at === MAX_RECENT) return;
  newest.splice(at, 0, each);
  if (newest.length > MAX_RECENT) newest.pop();
}

const EARLIEST: Instant = '0000-01-01T00:00:00Z';

type Timed = { readonly id: string; readonly time: Instant };

function isNewer(a: Timed, b: Timed): boolean {
  const order = compareInstants(a.time, b.time);
  return order > 0 || (order === 0 && a.id < b.id);
}

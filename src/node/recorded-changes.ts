import { atomFeed } from '#listing/atom-feed.ts';
import { type Feed, type FeedSource, feedOf } from '#listing/feed.ts';
import { type History, historyOf } from '#listing/history.ts';
import { jsonFeed } from '#listing/json-feed.ts';
import type { Bases, Row } from '#listing/row.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import { readObservation, readRecord } from '#store/record-files.ts';
import { openRecordHistory, type RecordHistory } from '#store/record-history.ts';

/** What feeds look at: no older change can be among their 200 items. */
const NEWEST = 200;

/** What changed in a registry, from the history of its records in git and from what was observed. */
export class RecordedChanges {
  readonly #directories: DataDirectories;
  readonly #bases: Bases;
  #opened: Promise<RecordHistory> | undefined;

  constructor(directories: DataDirectories, bases: Bases) {
    this.#directories = directories;
    this.#bases = bases;
  }

  /** The history of a listing; undefined when there is no such record. */
  async history(id: string): Promise<History | undefined> {
    const { registry, observations } = this.#directories;
    const record = await readRecord(registry, id);
    if (!record?.ok) return undefined;
    const observation = observations === undefined ? undefined : await readObservation(observations, id);
    const statuses = observation?.ok ? observation.value.statuses : undefined;
    return historyOf(id, (await this.#history()).snapshots(record.value), statuses);
  }

  /** The feeds of what is new, from the rows of all listings. */
  async feeds(rows: readonly Row[]): Promise<{ readonly atom: string; readonly json: string }> {
    const sources: FeedSource[] = [];
    for (const { id, name } of newestOf(rows)) {
      const history = await this.history(id);
      if (history) sources.push({ id, name, entries: history.entries });
    }
    const feed: Feed = feedOf(sources, this.#bases, 'What is new in the API registry');
    return { atom: atomFeed(feed), json: jsonFeed(feed) };
  }

  /** Forgets what was read of git, because records have changed. */
  forget(): void {
    this.#opened?.then(history => history.close()).catch(() => undefined);
    this.#opened = undefined;
  }

  #history(): Promise<RecordHistory> {
    this.#opened ??= openRecordHistory(this.#directories.registry, 'listings');
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

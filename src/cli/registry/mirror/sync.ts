import type { Connection } from '#client/send-request.ts';
import { ListingCopies } from './listing-copies.ts';
import { EVER, listingPages } from './listing-pages.ts';
import type { MirrorFolder } from './mirror-folder.ts';

/** What a run did. */
export interface Synced {
  /** Listings that the mirror holds. */
  readonly listings: number;
  /** Those that are new or changed. */
  readonly written: number;
  readonly removed: number;
  /** The moment of the newest data that it has. */
  readonly generated_at: string | null;
}

export interface SyncOptions {
  readonly connection: Connection;
  readonly folder: MirrorFolder;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Brings a mirror up to date: fetches what changed since the last run, tombstones included, each listing byte for byte.
 * Stopped at any moment, it goes on where it was when it is run again: a listing that is there already costs a 304.
 *
 * @throws RegistryError; the signal's reason
 */
export async function sync(options: SyncOptions): Promise<Synced> {
  const { folder, connection, signal } = options;
  const copies = new ListingCopies(connection, folder, signal);
  let first: string | null = null;
  // A registry that is rebuilt meanwhile may move rows from page to page: then all pages are walked again.
  for (let turn = 1; turn <= MOST_TURNS; turn += 1) {
    const seen = await refreshChanged(copies, overlapping(folder.state.generated_at), options);
    if (turn === 1) first = seen.first;
    if (seen.first === seen.last) break;
  }
  await matchIds(copies, options);
  await folder.save({ ...folder.state, generated_at: first, etags: copies.etags });
  return { listings: copies.ids.size, written: copies.written, removed: copies.removed, generated_at: first };
}

const MOST_TURNS = 5;

/**
 * Checks are published in batches, so something a little older than the newest may still come: a day is asked for twice.
 */
function overlapping(generatedAt: string | null): string {
  return generatedAt === null ? EVER : new Date(Date.parse(generatedAt) - 86_400_000).toISOString();
}

/** Fetches every listing that changed since a time. @returns of which moment the first and the last page were */
async function refreshChanged(
  copies: ListingCopies,
  since: string,
  { connection, folder, signal, onProgress }: SyncOptions,
): Promise<{ readonly first: string | null; readonly last: string | null }> {
  let times: { first: string | null; last: string | null } | undefined;
  let done = 0;
  for await (const { data, meta } of listingPages(connection, since, signal)) {
    times = { first: times ? times.first : meta.generated_at, last: meta.generated_at };
    const ids = data.listings.map(({ id }) => id);
    const count = () => {
      done += 1;
      onProgress(done, data.total);
    };
    try {
      await copies.refresh(ids, count);
    } finally {
      await folder.save({ ...folder.state, etags: copies.etags });
    }
  }
  return times ?? { first: null, last: null };
}

/** Makes the mirror hold the listings that the registry has, and no others. Whatever differs is asked for by its id. */
async function matchIds(copies: ListingCopies, { connection, signal }: SyncOptions): Promise<void> {
  const there = new Set<string>();
  for await (const { data } of listingPages(connection, EVER, signal))
    for (const { id } of data.listings) there.add(id);
  await copies.refresh(copies.ids.symmetricDifference(there));
}

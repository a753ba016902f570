import { iteratePages } from '#client/pages.ts';
import { RegistryError } from '#client/registry-error.ts';
import type { Connection } from '#client/send-request.ts';
import type { ListListingsResponse } from '#client/types.ts';
import { getMember } from '#manifest/json-object.ts';
import type { ListingCopies } from './listing-copies.ts';
import type { MirrorFolder, MirrorState } from './mirror-folder.ts';
import { rejectOlder } from './reject-older.ts';

export interface SyncOptions {
  /** Whether to accept data that is older than that of the last run. */
  readonly acceptOlder: boolean;
  readonly connection: Connection;
  readonly folder: MirrorFolder;
  /** The listings in the folder. */
  readonly copies: ListingCopies;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Updates a mirror: fetches the listings that changed since the last run, including withdrawn ones, byte for byte. An
 * interrupted run resumes with the next one, which gets a 304 for each saved listing.
 *
 * @returns the times of the mirror; `generated_at` is null for a registry without listings
 * @throws RollbackError if the data is older than that of the last run; RegistryError; the reason of an aborted signal
 */
export async function sync(options: SyncOptions): Promise<MirrorTimes> {
  const { folder, copies } = options;
  const synced_at = new Date(Date.now()).toISOString();
  let first: string | null = null;
  // If the registry changes during the run, rows can move between pages, so all pages are read again.
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const times = await refreshChanged(getStartTime(options), options);
    if (attempt === 1) first = times.first;
    if (times.first === times.last) break;
  }
  await matchIds(options);
  const times = { generated_at: first, synced_at };
  await folder.save({ ...folder.state, ...times, etags: copies.etags });
  return times;
}

export type MirrorTimes = Pick<MirrorState, 'generated_at' | 'synced_at'>;

const MAX_ATTEMPTS = 5;

/**
 * Returns a start time one day before the newest data: the registry publishes in batches, so older changes can follow. A
 * restored backup can differ in any listing.
 *
 * If the clock of the registry was ahead, its newest data is in the future, and all changes since then are older. So the
 * start is also at least one day before the last run.
 */
function getStartTime({ folder, acceptOlder }: SyncOptions): string {
  const { generated_at, synced_at = generated_at } = folder.state;
  if (generated_at === null || acceptOlder) return BEGINNING;
  return new Date(Math.min(Date.parse(generated_at), Date.parse(synced_at ?? generated_at)) - DAY).toISOString();
}

const DAY = 86_400_000;

/** Fetches all listings that changed since a time. Returns the `generated_at` of the first and the last page. */
async function refreshChanged(
  since: string,
  { connection, folder, copies, signal, acceptOlder, onProgress }: SyncOptions,
): Promise<{ readonly first: string | null; readonly last: string | null }> {
  let times: { first: string | null; last: string | null } | undefined;
  let done = 0;
  for await (const { data, meta } of fetchPages(connection, since, signal)) {
    if (!acceptOlder) rejectOlder('data of the registry', meta.generated_at, folder.state.generated_at);
    times = { first: times ? times.first : meta.generated_at, last: meta.generated_at };
    const ids = data.listings.map(({ id }) => id);
    const onDone = () => {
      done += 1;
      onProgress(done, data.total);
    };
    try {
      await copies.refresh(ids, onDone);
    } finally {
      await folder.save({ ...folder.state, etags: copies.etags });
    }
  }
  return times ?? { first: null, last: null };
}

/** Fetches the listings that only the registry or only the mirror has, so that both have the same ids. */
async function matchIds({ connection, copies, signal }: SyncOptions): Promise<void> {
  const registryIds = new Set<string>();
  for await (const { data } of fetchPages(connection, BEGINNING, signal))
    for (const { id } of data.listings) registryIds.add(id);
  await copies.refresh(copies.ids.symmetricDifference(registryIds));
}

const BEGINNING = '1970-01-01T00:00:00Z';

const PAGE_SIZE = 500;

/** Fetches all pages of listings that changed since a time, including lapsed and withdrawn listings. */
async function* fetchPages(
  connection: Connection,
  since: string,
  signal: AbortSignal,
): AsyncGenerator<ListListingsResponse, void, undefined> {
  const path = `/listings?updated_since=${encodeURIComponent(since)}&sort=name&limit=${PAGE_SIZE}`;
  for await (const page of iteratePages(connection, path, { signal })) {
    if (!page.data.listings.every(hasId))
      throw new RegistryError(`${connection.base} is not a registry: its listings have no ids.`);
    yield page;
  }
}

function hasId(row: unknown): boolean {
  return typeof getMember(row, 'id') === 'string';
}

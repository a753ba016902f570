import { iteratePages } from '#client/pages.ts';
import { RegistryError } from '#client/registry-error.ts';
import type { Connection } from '#client/send-request.ts';
import type { ListListingsResponse } from '#client/types.ts';
import { getMember } from '#manifest/json-object.ts';
import type { ListingCopies } from './listing-copies.ts';
import type { MirrorFolder } from './mirror-folder.ts';
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
 * @returns the time of the newest data; null for a registry without listings
 * @throws RollbackError if the data is older than that of the last run; RegistryError; the reason of an aborted signal
 */
export async function sync(options: SyncOptions): Promise<string | null> {
  const { folder, copies } = options;
  let first: string | null = null;
  // If the registry changes during the run, rows can move between pages, so all pages are read again.
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const times = await refreshChanged(getStartTime(options), options);
    if (attempt === 1) first = times.first;
    if (times.first === times.last) break;
  }
  await matchIds(options);
  await folder.save({ ...folder.state, generated_at: first, etags: copies.etags });
  return first;
}

const MAX_ATTEMPTS = 5;

/**
 * Returns a start time one day before the newest data: the registry publishes in batches, so older changes can follow. A
 * restored backup can differ in any listing.
 */
function getStartTime({ folder, acceptOlder }: SyncOptions): string {
  const generatedAt = folder.state.generated_at;
  return generatedAt === null || acceptOlder ? BEGINNING : new Date(Date.parse(generatedAt) - 86_400_000).toISOString();
}

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

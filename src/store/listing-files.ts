import { type Listing, listingOf } from '#listing/listing.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { type FileResult, readObservationNow, readRecords } from './record-files.ts';

/** Where a registry's data lies. */
export interface DataDirectories {
  /** Holds `listings/`. */
  readonly registry: string;
  /** Holds one observation a listing; absent where nothing was observed yet. */
  readonly observations?: string | undefined;
}

/**
 * Reads all listings of a registry, in the order of their records' paths. A broken record or observation is given as
 * the failed file, and its listing is left out; who calls decides whether that is fatal.
 */
export async function* readListings(directories: DataDirectories): AsyncGenerator<FileResult<Listing>> {
  for await (const record of readRecords(directories.registry)) {
    yield record.ok ? withObservation(record, directories.observations) : record;
  }
}

function withObservation(
  record: Extract<FileResult<ListingRecord>, { ok: true }>,
  directory: string | undefined,
): FileResult<Listing> {
  const observation = directory === undefined ? undefined : readObservationNow(directory, record.value.id);
  if (observation && !observation.ok) return observation;
  const digest = `${record.digest}${observation?.digest ?? ''}`;
  return { ok: true, file: record.file, digest, value: listingOf(record.value, observation?.value) };
}

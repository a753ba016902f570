import { type Listing, listingOf } from '#listing/listing.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { type FileResult, readObservation, readRecords } from './record-files.ts';

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
    yield record.ok ? await withObservation(record.file, record.value, directories.observations) : record;
  }
}

async function withObservation(
  file: string,
  record: ListingRecord,
  directory: string | undefined,
): Promise<FileResult<Listing>> {
  const observation = directory === undefined ? undefined : await readObservation(directory, record.id);
  if (observation && !observation.ok) return observation;
  return { ok: true, file, value: listingOf(record, observation?.value) };
}

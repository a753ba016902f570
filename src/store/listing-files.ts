import path from 'node:path';
import { type Listing, listingOf } from '#listing/listing.ts';
import {
  type FileResult,
  observationIn,
  type ReadFile,
  readObservationFile,
  readRecordFiles,
  recordIn,
} from './record-files.ts';

/** Where a registry's data lies. */
export interface DataDirectories {
  /** Holds `listings/`. */
  readonly registry: string;
  /** Holds one observation a listing; absent where nothing was observed yet. */
  readonly observations?: string | undefined;
}

/** The files of one listing, not looked into. */
export interface ListingFiles {
  /** Names their content, and where the record lies: the same digest, the same listing. */
  readonly digest: string;
  /** The listing, or the file that does not hold what its place promises. */
  read(): FileResult<Listing>;
}

/**
 * Reads all listings of a registry, in the order of their records' paths. A broken record or observation is given as
 * the failed file, and its listing is left out; who calls decides whether that is fatal.
 */
export async function* readListings(directories: DataDirectories): AsyncGenerator<FileResult<Listing>> {
  for await (const files of readListingFiles(directories)) yield files.read();
}

/** As `readListings`, for who knows some of them by their digests already. */
export async function* readListingFiles({ registry, observations }: DataDirectories): AsyncGenerator<ListingFiles> {
  for await (const record of readRecordFiles(registry)) {
    const id = path.basename(record.place, '.json');
    const observation = observations === undefined ? undefined : readObservationFile(observations, id);
    const digest = `${record.place} ${record.digest}${observation?.digest ?? ''}`;
    yield { digest, read: () => listingIn(record, observation, digest) };
  }
}

function listingIn(
  record: Parameters<typeof recordIn>[0],
  observed: ReadFile | undefined,
  digest: string,
): FileResult<Listing> {
  const found = recordIn(record);
  if (!found.ok) return found;
  const observation = observed && observationIn(observed);
  if (observation && !observation.ok) return observation;
  return { ok: true, file: found.file, digest, value: listingOf(found.value, observation?.value) };
}

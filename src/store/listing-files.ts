import { statSync } from 'node:fs';
import path from 'node:path';
import { type Listing, listingOf } from '#listing/listing.ts';
import { recordPath } from '#listing/listing-record.ts';
import {
  type FileResult,
  observationIn,
  type ReadFile,
  type RecordFile,
  readObservationFile,
  readRecordFile,
  recordIn,
  recordPlaces,
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
  /** Who touched them since shows in it. Undefined while they are too young for the disk's clock to tell. */
  readonly stamp: string | undefined;
  /** The listing, or the file that does not hold what its place promises. */
  read(): FileResult<Listing>;
}

/**
 * Finds all listings of a registry, in the order of their records' paths. A broken record or observation shows as the
 * failed file when the listing is read; who calls decides whether that is fatal.
 *
 * @param known gives the digest of files that were read before, by their stamp; those are not read again to find it.
 * Without it, there are no stamps
 */
export async function* readListingFiles(
  directories: DataDirectories,
  known?: (stamp: string) => string | undefined,
): AsyncGenerator<ListingFiles> {
  for await (const place of recordPlaces(directories.registry)) {
    const stamp = known && stampOf(directories, place);
    const digest = stamp && known?.(stamp);
    const files = () => filesAt(directories, place);
    const found = digest ? { digest, read: () => files()?.read() ?? gone(place) } : files();
    if (found) yield { ...found, stamp };
  }
}

/** Names the content of a listing's files, from the digests of both, and where the record lies. */
export function digestOf(place: string, record: string, observation: string | undefined): string {
  return `${place} ${record}${observation ?? ''}`;
}

/** Reads one listing; undefined where there is none. */
export function readListing(directories: DataDirectories, id: string): FileResult<Listing> | undefined {
  return filesAt(directories, recordPath(id))?.read();
}

function filesAt({ registry, observations }: DataDirectories, place: string): Omit<ListingFiles, 'stamp'> | undefined {
  const record = readRecordFile(registry, place);
  if (!record) return undefined;
  const observation = observations === undefined ? undefined : readObservationFile(observations, idAt(place));
  const digest = digestOf(place, record.digest, observation?.digest);
  return { digest, read: () => listingIn(record, observation, digest) };
}

function listingIn(record: RecordFile, observed: ReadFile | undefined, digest: string): FileResult<Listing> {
  const found = recordIn(record);
  if (!found.ok) return found;
  const observation = observed && observationIn(observed);
  if (observation && !observation.ok) return observation;
  return { ok: true, file: found.file, digest, value: listingOf(found.value, observation?.value) };
}

/** Within this time, in milliseconds, a file may change twice without another time of change; git waits for it, too. */
const YOUNG = 2000;

function stampOf({ registry, observations }: DataDirectories, place: string): string | undefined {
  const files = [path.join(registry, 'listings', place)];
  if (observations !== undefined) files.push(path.join(observations, recordPath(idAt(place))));
  let stamp = place;
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && Date.now() - found.ctimeMs < YOUNG) return undefined;
    // The time of change is set with every other, and not to be set by hand.
    stamp += found ? ` ${found.ino} ${found.size} ${found.ctimeMs}` : ' none';
  }
  return stamp;
}

function idAt(place: string): string {
  return path.basename(place, '.json');
}

function gone(place: string): never {
  throw new Error(`The record ${place} has gone while the registry was read.`);
}

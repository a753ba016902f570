import path from 'node:path';
import { type Listing, listingOf } from '#listing/listing.ts';
import { type ListingRecord, recordPath } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import { type Stamps, stampFile } from './file-stamps.ts';
import {
  type FileResult,
  observationIn,
  parseValid,
  type ReadFile,
  type RecordFile,
  readObservationFile,
  readRecordFile,
  recordIn,
  recordPlaces,
} from './record-files.ts';

/** The directories of a registry's data. */
export interface DataDirectories {
  /** Contains `listings/`. */
  readonly registry: string;
  /** Contains one observation per listing. Absent without observations. */
  readonly observations?: string | undefined;
  /** Whether a process checks the listings when they are due (default: true). If not, no check has a deadline. */
  readonly isRevalidated?: boolean | undefined;
  /** Whether that process also checks listings from documentation (default: true). */
  readonly watchesDocumentation?: boolean | undefined;
}

/** The files of one listing, before they are parsed. */
export interface ListingFiles {
  /** The id of the listing according to the path of its record. */
  readonly id: string;
  /** Identifies the content of the files and the path of the record. */
  readonly digest: string;
  /** Changes whenever the files change. Undefined for recently changed files, because timestamps are not exact enough. */
  readonly stamp: string | undefined;
  /** Returns the listing, or the invalid file. */
  read(): FileResult<Listing>;
}

/**
 * Finds all listings of a registry, sorted by the paths of their records. `read` returns a broken record or observation
 * as an invalid file, so the caller decides whether that is fatal.
 *
 * @param known returns the digest of a listing's files if they have this stamp, so that unchanged files are not read again;
 *   without it, the files have no stamps
 * @param stamps of all files in the directories by their absolute paths, so that nothing looks for them again
 */
export async function* readListingFiles(
  directories: DataDirectories,
  known?: (id: string, stamp: string) => string | undefined,
  stamps?: Stamps,
): AsyncGenerator<ListingFiles> {
  const paths = toPaths(directories);
  for await (const place of stamps ? placesIn(stamps, paths.listings) : recordPlaces(directories.registry)) {
    const stamp = known && stampOf(paths, place, stamps);
    const id = idAt(place);
    const digest = stamp && known?.(id, stamp);
    const files = () => filesAt(directories, place);
    const found = digest ? { digest, read: () => files()?.read() ?? gone(place) } : files();
    if (found) yield { ...found, id, stamp };
  }
}

/**
 * Returns the digest of a listing from the path of its record and the digests of both files.
 *
 * @param isRevalidated as in `DataDirectories`; it changes the documents of observed listings
 */
export function digestOf(
  place: string,
  record: string,
  observation: string | undefined,
  isRevalidated: boolean | undefined,
): string {
  return `${place} ${record}${observation === undefined ? '' : `${observation}${isRevalidated === false ? ' off' : ''}`}`;
}

/** Combines a record with its observation. Removes the deadline of the next check if no process meets it. */
export function toListing(
  record: ListingRecord,
  observation: Observation | undefined,
  { isRevalidated, watchesDocumentation }: Pick<DataDirectories, 'isRevalidated' | 'watchesDocumentation'>,
): Listing {
  const isChecked =
    isRevalidated !== false && (watchesDocumentation !== false || record.source.type !== 'documentation');
  if (observation === undefined || isChecked) return listingOf(record, observation);
  return listingOf(record, { ...observation, next_check_by: null });
}

/** Reads one listing. Undefined if it does not exist. */
export function readListing(directories: DataDirectories, id: string): FileResult<Listing> | undefined {
  return filesAt(directories, recordPath(id))?.read();
}

/**
 * Reads one listing whose files have been validated before, which takes three times as long as to read and parse them.
 * @param validDigest the digest of the files that were validated
 * @returns undefined if the files have changed since then
 */
export function readUnchangedListing(
  directories: DataDirectories,
  id: string,
  validDigest: string,
): Listing | undefined {
  const found = filesAt(directories, recordPath(id));
  if (found?.digest !== validDigest) return undefined;
  const { record, observation } = found;
  return toListing(parseValid<ListingRecord>(record), observation && parseValid<Observation>(observation), directories);
}

/** The bytes of the files of one listing. */
interface FoundFiles extends Omit<ListingFiles, 'id' | 'stamp'> {
  readonly record: RecordFile;
  readonly observation: ReadFile | undefined;
}

function filesAt(directories: DataDirectories, place: string): FoundFiles | undefined {
  const { registry, observations, isRevalidated } = directories;
  const record = readRecordFile(registry, place);
  if (!record) return undefined;
  const observation = observations === undefined ? undefined : readObservationFile(observations, idAt(place));
  const digest = digestOf(place, record.digest, observation?.digest, isRevalidated);
  return { digest, record, observation, read: () => listingIn(record, observation, digest, directories) };
}

function listingIn(
  record: RecordFile,
  observed: ReadFile | undefined,
  digest: string,
  directories: DataDirectories,
): FileResult<Listing> {
  const found = recordIn(record);
  if (!found.ok) return found;
  const observation = observed && observationIn(observed);
  if (observation && !observation.ok) return observation;
  return { ok: true, file: found.file, digest, value: toListing(found.value, observation?.value, directories) };
}

/** The folders and the setting that the stamp of a listing depends on. */
interface StampPaths extends Pick<DataDirectories, 'observations' | 'isRevalidated'> {
  /** The absolute path of the folder of the records. */
  readonly listings: string;
}

function toPaths({ registry, observations, isRevalidated }: DataDirectories): StampPaths {
  const listings = path.resolve(registry, 'listings');
  return { listings, observations: observations && path.resolve(observations), isRevalidated };
}

function stampOf({ listings, observations, isRevalidated }: StampPaths, place: string, stamps?: Stamps) {
  const files = [`${listings}/${place}`];
  if (observations !== undefined) files.push(`${observations}/${recordPath(idAt(place))}`);
  let all = isRevalidated === false ? `${place} off` : place;
  for (const file of files) {
    const stamp = stamps ? stamps.get(file) : stampFile(file);
    if (stamp === null) return undefined;
    all += ` ${stamp ?? 'none'}`;
  }
  return all;
}

/** Returns the paths of the files in a folder, relative to it, in the order of the stamps. */
function* placesIn(stamps: Stamps, folder: string): Generator<string> {
  for (const file of stamps.keys()) if (file.startsWith(`${folder}/`)) yield file.slice(folder.length + 1);
}

function idAt(place: string): string {
  return path.basename(place, '.json');
}

function gone(place: string): never {
  throw new Error(`The record ${place} was deleted while the registry was read.`);
}

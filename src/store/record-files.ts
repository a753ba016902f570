import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ListingRecord, parseStored, recordFindings, recordPath, recordText } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import { writeAtomically } from './atomic-file.ts';
import { findFiles, isRecordFile } from './find-files.ts';
import { ifExists } from './if-exists.ts';

/** The content of a data file, or the problems of an invalid file. */
export type FileResult<T> =
  | {
      readonly ok: true;
      readonly file: string;
      /** The SHA-256 hash of the bytes. */
      readonly digest: string;
      readonly value: T;
    }
  | { readonly ok: false; readonly file: string; readonly findings: readonly Finding[] };

/** An invalid data file. */
export type BrokenFile = Extract<FileResult<unknown>, { ok: false }>;

/** Files per batch. Other tasks run between batches, so that a server stays responsive while it reads. */
const BATCH_SIZE = 64;

/** The bytes of a file, not parsed. */
export interface ReadFile {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** The SHA-256 hash of the bytes, in hexadecimal. */
  readonly digest: string;
  /** The error code of the system, such as `EACCES`, if the file cannot be read. */
  readonly errorCode?: string | undefined;
}

/** The file of a record. */
export interface RecordFile extends ReadFile {
  /** The path under `listings`. */
  readonly place: string;
}

/**
 * Reads and validates all records under `<registryDir>/listings`, one at a time, sorted by path. A directory without
 * `listings` is an empty registry. A file or folder that cannot be read is an invalid file like others.
 */
export async function* readRecords(registryDir: string): AsyncGenerator<FileResult<ListingRecord>> {
  for await (const read of readRecordFiles(registryDir)) yield recordIn(read);
}

/** Like `readRecords`, without validation. Synchronous reads are ten times as fast for many small files. */
async function* readRecordFiles(registryDir: string): AsyncGenerator<RecordFile> {
  for await (const place of recordPlaces(registryDir)) {
    const read = readRecordFile(registryDir, place);
    if (read) yield read;
  }
}

/** Returns the paths of all records under `listings`, sorted. */
export async function* recordPlaces(registryDir: string): AsyncGenerator<string> {
  for (const [index, place] of (await recordPaths(path.join(registryDir, 'listings'))).entries()) {
    if (index % BATCH_SIZE === 0) await yieldToOthers();
    yield place;
  }
}

/**
 * Reads the file of a record synchronously. Undefined if it does not exist.
 * @param place its path under `listings`
 */
export function readRecordFile(registryDir: string, place: string): RecordFile | undefined {
  const read = readIfExists(path.join(registryDir, 'listings', place));
  return read && { place, ...read };
}

/** Parses and validates the record in a file. */
export function recordIn(read: RecordFile): FileResult<ListingRecord> {
  return validateFile(read, value => recordFindings(read.place, value));
}

/**
 * Parses the text of a record. Undefined if it is not a valid record.
 * @param place the path of the record under `listings`
 */
export function parseRecord(place: string, bytes: Uint8Array): ListingRecord | undefined {
  const parsed = parseStored<ListingRecord>(bytes, value => recordFindings(place, value));
  return parsed.ok ? parsed.value : undefined;
}

/** Parses the content of a file whose bytes have been validated before. */
export function parseValid<T>({ bytes }: ReadFile): T {
  return JSON.parse(decoder.decode(bytes));
}

/** Omits a byte-order mark. */
const decoder = new TextDecoder();

/** Reads the record of one listing. Undefined if it does not exist. */
export async function readRecord(registryDir: string, id: string): Promise<FileResult<ListingRecord> | undefined> {
  const place = recordPath(id);
  const read = await readLater(path.join(registryDir, 'listings', place));
  return read && recordIn({ place, ...read });
}

/** Reads the observation of one listing. Undefined if it does not exist. Observations have the same paths as records. */
export async function readObservation(
  observationsDir: string,
  id: string,
): Promise<FileResult<Observation> | undefined> {
  const read = await readLater(path.join(observationsDir, recordPath(id)));
  return read && observationIn(read);
}

/** Reads the file of an observation synchronously. Undefined if it does not exist. */
export function readObservationFile(observationsDir: string, id: string): ReadFile | undefined {
  return readIfExists(path.join(observationsDir, recordPath(id)));
}

/** Parses and validates the observation in a file. */
export function observationIn(read: ReadFile): FileResult<Observation> {
  return validateFile(read, observationFindings);
}

/** Writes a record under `<registryDir>/listings` atomically. */
export async function writeRecord(registryDir: string, record: ListingRecord): Promise<void> {
  await writeAtomically(path.join(registryDir, 'listings', recordPath(record.id)), recordText(record));
}

/** Writes the observation of one listing atomically. */
export async function writeObservation(observationsDir: string, id: string, observation: Observation): Promise<void> {
  await writeAtomically(path.join(observationsDir, recordPath(id)), `${JSON.stringify(observation, null, 2)}\n`);
}

/**
 * Returns the paths of all JSON files. It includes misplaced records, and folders that cannot be read, so that validation
 * reports them.
 */
async function recordPaths(root: string): Promise<string[]> {
  const files: string[] = [];
  const addUnreadable = (folder: string, error: unknown) => {
    if (folder === '') throw error;
    toErrorCode(error);
    files.push(folder);
  };
  for (const file of findFiles(root, isRecordFile, addUnreadable))
    if (files.push(file) % BATCH_SIZE === 0) await yieldToOthers();
  return files.sort();
}

function readIfExists(file: string): ReadFile | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false }) && readFileOf(file, readFileSync(file));
  } catch (error) {
    // Deleted in the meantime.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return readFileOf(file, NO_BYTES, toErrorCode(error));
  }
}

/** Like `readIfExists`, but does not block the thread. */
async function readLater(file: string): Promise<ReadFile | undefined> {
  try {
    const bytes = await ifExists(readFile(file));
    return bytes && readFileOf(file, bytes);
  } catch (error) {
    return readFileOf(file, NO_BYTES, toErrorCode(error));
  }
}

const NO_BYTES = new Uint8Array();

/** Errors of the process or the machine. The file itself may be good, so it must not count as invalid. */
const MACHINE_ERRORS: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'];

/**
 * Returns the code of an error that concerns one file, such as `EIO` for a damaged part of a disk, so that it does not end
 * the reading of all others.
 * @throws any other error
 */
function toErrorCode(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || MACHINE_ERRORS.includes(code)) throw error;
  return code;
}

function readFileOf(file: string, bytes: Uint8Array, errorCode?: string): ReadFile {
  return { file, bytes, digest: hash('sha256', bytes), errorCode };
}

function validateFile<T>(
  { file, bytes, digest, errorCode }: ReadFile,
  findingsOf: (value: unknown) => readonly Finding[],
): FileResult<T> {
  if (errorCode !== undefined) return { ok: false, file, findings: [unreadable(errorCode)] };
  const parsed = parseStored<T>(bytes, findingsOf);
  return parsed.ok ? { ok: true, file, digest, value: parsed.value } : { ok: false, file, findings: parsed.error };
}

function unreadable(errorCode: string): Finding {
  const [message, hint] =
    errorCode === 'EISDIR'
      ? ['This is a folder that cannot be read, or that has the name of a file.', 'Check its permissions and its name.']
      : [`The file cannot be read (${errorCode}).`, 'Check its permissions and the disk, or restore it from Git.'];
  return finding('', 'readable', message, hint);
}

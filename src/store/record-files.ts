import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ListingRecord, parseStored, recordFindings, recordPath, recordText } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import type { Finding } from '#manifest/finding.ts';
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
}

/** The file of a record. */
export interface RecordFile extends ReadFile {
  /** The path under `listings`. */
  readonly place: string;
}

/**
 * Reads and validates all records under `<registryDir>/listings`, one at a time, sorted by path. A directory without
 * `listings` is an empty registry.
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
export function readRecord(registryDir: string, id: string): Promise<FileResult<ListingRecord> | undefined> {
  const place = recordPath(id);
  const file = path.join(registryDir, 'listings', place);
  return ifExists(readBytes(file).then(bytes => recordIn({ place, ...readFileOf(file, bytes) })));
}

/** Reads the observation of one listing. Undefined if it does not exist. Observations have the same paths as records. */
export function readObservation(observationsDir: string, id: string): Promise<FileResult<Observation> | undefined> {
  const file = path.join(observationsDir, recordPath(id));
  return ifExists(readBytes(file).then(bytes => observationIn(readFileOf(file, bytes))));
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

/** Returns the paths of all JSON files. It includes misplaced records, so that validation reports them. */
async function recordPaths(root: string): Promise<string[]> {
  const files: string[] = [];
  for (const file of findFiles(root, isRecordFile)) if (files.push(file) % BATCH_SIZE === 0) await yieldToOthers();
  return files.sort();
}

function readIfExists(file: string): ReadFile | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && readFileOf(file, found.isDirectory() ? NOT_A_FILE : readFileSync(file));
}

/** The content of a folder in place of a file, so that it is an invalid file like others, and does not end all reading. */
const NOT_A_FILE = new Uint8Array();

async function readBytes(file: string): Promise<Uint8Array> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR') return NOT_A_FILE;
    throw error;
  });
}

function readFileOf(file: string, bytes: Uint8Array): ReadFile {
  return { file, bytes, digest: hash('sha256', bytes) };
}

function validateFile<T>(
  { file, bytes, digest }: ReadFile,
  findingsOf: (value: unknown) => readonly Finding[],
): FileResult<T> {
  const parsed = parseStored<T>(bytes, findingsOf);
  return parsed.ok ? { ok: true, file, digest, value: parsed.value } : { ok: false, file, findings: parsed.error };
}

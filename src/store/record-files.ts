import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { type ListingRecord, recordFindings, recordPath, recordText } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import type { Finding } from '#manifest/finding.ts';
import { parseJsonText } from '#manifest/json-text.ts';

/** A file of a data directory: what it holds, or why it does not hold what its place promises. */
export type FileResult<T> =
  | {
      readonly ok: true;
      readonly file: string;
      /** SHA-256 of the bytes that it was read from: the same digest, the same value. */
      readonly digest: string;
      readonly value: T;
    }
  | { readonly ok: false; readonly file: string; readonly findings: readonly Finding[] };

/** A file that does not hold what its place promises. */
export type BrokenFile = Extract<FileResult<unknown>, { ok: false }>;

/** After how many files others get their turn: few enough that a server goes on answering while it reads. */
const AT_ONCE = 64;

/** A file as it lies there. */
export interface ReadFile {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
}

/** The file of a record, and its path below `listings`. */
export interface RecordFile extends ReadFile {
  readonly place: string;
}

/**
 * Reads and checks all records below `<registryDir>/listings`, in the order of their paths, holding one at a time.
 * A directory without `listings` is an empty registry.
 */
export async function* readRecords(registryDir: string): AsyncGenerator<FileResult<ListingRecord>> {
  for await (const read of readRecordFiles(registryDir)) yield recordIn(read);
}

/** As `readRecords`, without looking into them. So many small files are read ten times as fast without promises. */
export async function* readRecordFiles(registryDir: string): AsyncGenerator<RecordFile> {
  for await (const place of recordPlaces(registryDir)) {
    const read = readRecordFile(registryDir, place);
    if (read) yield read;
  }
}

/** The paths of all records below `listings`, in their order. */
export async function* recordPlaces(registryDir: string): AsyncGenerator<string> {
  for (const [index, place] of (await recordPaths(path.join(registryDir, 'listings'))).entries()) {
    if (index % AT_ONCE === 0) await others();
    yield place;
  }
}

/**
 * The file of a record, read at once; undefined when there is none.
 * @param place its path below `listings`
 */
export function readRecordFile(registryDir: string, place: string): RecordFile | undefined {
  const read = readIfThere(path.join(registryDir, 'listings', place));
  return read && { place, ...read };
}

/** The record that a file holds. */
export function recordIn(read: RecordFile): FileResult<ListingRecord> {
  return checked(read, value => recordFindings(read.place, value));
}

/**
 * Parses a record wherever its text comes from; undefined if it is not a valid record.
 * @param place the path below `listings` that it belongs to
 */
export function parseRecord(place: string, bytes: Uint8Array): ListingRecord | undefined {
  const parsed = parseJsonText(bytes);
  if ('findings' in parsed || recordFindings(place, parsed.value).length > 0) return undefined;
  return parsed.value as ListingRecord;
}

/** Reads the record of one listing; undefined when there is none. */
export function readRecord(registryDir: string, id: string): Promise<FileResult<ListingRecord> | undefined> {
  const place = recordPath(id);
  const file = path.join(registryDir, 'listings', place);
  return ifExists(readFile(file).then(bytes => recordIn({ place, ...readFileOf(file, bytes) })));
}

/** Reads what was observed of one listing; undefined when nothing was. Observations lie as records do. */
export function readObservation(observationsDir: string, id: string): Promise<FileResult<Observation> | undefined> {
  const file = path.join(observationsDir, recordPath(id));
  return ifExists(readFile(file).then(bytes => observationIn(readFileOf(file, bytes))));
}

/** The file of what was observed of one listing, read at once: for who reads those of all listings. */
export function readObservationFile(observationsDir: string, id: string): ReadFile | undefined {
  return readIfThere(path.join(observationsDir, recordPath(id)));
}

/** The observation that a file holds. */
export function observationIn(read: ReadFile): FileResult<Observation> {
  return checked(read, observationFindings);
}

/** Writes a record to its place below `<registryDir>/listings`, whole or not at all. */
export async function writeRecord(registryDir: string, record: ListingRecord): Promise<void> {
  await writeWhole(path.join(registryDir, 'listings', recordPath(record.id)), recordText(record));
}

/** Writes what was observed of one listing, whole or not at all. */
export async function writeObservation(observationsDir: string, id: string, observation: Observation): Promise<void> {
  await writeWhole(path.join(observationsDir, recordPath(id)), `${JSON.stringify(observation, null, 2)}\n`);
}

/** The paths of all files that could be meant as records, those in a wrong place included: they are told, and not passed over. */
async function recordPaths(root: string): Promise<string[]> {
  const entries = (await ifExists(readdir(root, { recursive: true, withFileTypes: true }))) ?? [];
  const start = root.length + 1;
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.json'))
    .map(entry => `${entry.parentPath}${path.sep}${entry.name}`.slice(start).replaceAll(path.sep, '/'))
    .sort();
}

function readIfThere(file: string): ReadFile | undefined {
  return statSync(file, { throwIfNoEntry: false }) && readFileOf(file, readFileSync(file));
}

function readFileOf(file: string, bytes: Uint8Array): ReadFile {
  return { file, bytes, digest: hash('sha256', bytes) };
}

function checked<T>(
  { file, bytes, digest }: ReadFile,
  findingsOf: (value: unknown) => readonly Finding[],
): FileResult<T> {
  const parsed = parseJsonText(bytes);
  if ('findings' in parsed) return { ok: false, file, findings: parsed.findings };
  const findings = findingsOf(parsed.value);
  return findings.length > 0 ? { ok: false, file, findings } : { ok: true, file, digest, value: parsed.value as T };
}

async function ifExists<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** By renaming, so that who reads meanwhile, or after a crash, sees the old text or the new one. */
async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, text);
  await rename(draft, file);
}

import { createHash } from 'node:crypto';
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

/** After how many files others get their turn: few enough that a server goes on answering while it reads. */
const AT_ONCE = 64;

/**
 * Reads and checks all records below `<registryDir>/listings`, in the order of their paths, holding one at a time.
 * A directory without `listings` is an empty registry. So many small files are read ten times as fast without promises.
 */
export async function* readRecords(registryDir: string): AsyncGenerator<FileResult<ListingRecord>> {
  const root = path.join(registryDir, 'listings');
  const paths = await recordPaths(root);
  for (const [index, each] of paths.entries()) {
    if (index % AT_ONCE === 0) await others();
    const file = path.join(root, each);
    yield checked<ListingRecord>(file, readFileSync(file), value => recordFindings(each, value));
  }
}

/** Reads the record of one listing; undefined when there is none. */
export function readRecord(registryDir: string, id: string): Promise<FileResult<ListingRecord> | undefined> {
  const place = recordPath(id);
  const file = path.join(registryDir, 'listings', place);
  return ifExists(readFile(file).then(bytes => checked(file, bytes, value => recordFindings(place, value))));
}

/** Reads what was observed of one listing; undefined when nothing was. Observations lie as records do. */
export function readObservation(observationsDir: string, id: string): Promise<FileResult<Observation> | undefined> {
  const file = path.join(observationsDir, recordPath(id));
  return ifExists(readFile(file).then(bytes => checked(file, bytes, observationFindings)));
}

/** As `readObservation`, at once: for who reads those of all listings. */
export function readObservationNow(observationsDir: string, id: string): FileResult<Observation> | undefined {
  const file = path.join(observationsDir, recordPath(id));
  if (!statSync(file, { throwIfNoEntry: false })) return undefined;
  return checked(file, readFileSync(file), observationFindings);
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
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.json'))
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

function checked<T>(
  file: string,
  bytes: Uint8Array,
  findingsOf: (value: unknown) => readonly Finding[],
): FileResult<T> {
  const parsed = parseJsonText(bytes);
  if ('findings' in parsed) return { ok: false, file, findings: parsed.findings };
  const findings = findingsOf(parsed.value);
  if (findings.length > 0) return { ok: false, file, findings };
  return { ok: true, file, digest: createHash('sha256').update(bytes).digest('hex'), value: parsed.value as T };
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

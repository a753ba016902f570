import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ListingRecord, recordFindings, recordPath, recordText } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import type { Finding } from '#manifest/finding.ts';
import { parseJsonText } from '#manifest/json-text.ts';

/** A file of a data directory: what it holds, or why it does not hold what its place promises. */
export type FileResult<T> =
  | { readonly ok: true; readonly file: string; readonly value: T }
  | { readonly ok: false; readonly file: string; readonly findings: readonly Finding[] };

/** How many files are read at a time: enough to keep the disk busy, few enough to bound memory. */
const AT_ONCE = 64;

/**
 * Reads and checks all records below `<registryDir>/listings`, in the order of their paths, holding a few at a time.
 * A directory without `listings` is an empty registry.
 */
export async function* readRecords(registryDir: string): AsyncGenerator<FileResult<ListingRecord>> {
  const root = path.join(registryDir, 'listings');
  const paths = await recordPaths(root);
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const batch = paths.slice(start, start + AT_ONCE);
    yield* await Promise.all(
      batch.map(each => readChecked<ListingRecord>(path.join(root, each), value => recordFindings(each, value))),
    );
  }
}

/** Reads the record of one listing; undefined when there is none. */
export function readRecord(registryDir: string, id: string): Promise<FileResult<ListingRecord> | undefined> {
  const place = recordPath(id);
  return ifExists(readChecked(path.join(registryDir, 'listings', place), value => recordFindings(place, value)));
}

/** Reads what was observed of one listing; undefined when nothing was. Observations lie as records do. */
export function readObservation(observationsDir: string, id: string): Promise<FileResult<Observation> | undefined> {
  return ifExists(readChecked(path.join(observationsDir, recordPath(id)), observationFindings));
}

/** Writes a record to its place below `<registryDir>/listings`, whole or not at all. */
export async function writeRecord(registryDir: string, record: ListingRecord): Promise<void> {
  await writeWhole(path.join(registryDir, 'listings', recordPath(record.id)), recordText(record));
}

/** Writes what was observed of one listing, whole or not at all. */
export async function writeObservation(observationsDir: string, id: string, observation: Observation): Promise<void> {
  await writeWhole(path.join(observationsDir, recordPath(id)), `${JSON.stringify(observation, null, 2)}\n`);
}

async function recordPaths(root: string): Promise<string[]> {
  const folders = (await ifExists(readdir(root, { withFileTypes: true }))) ?? [];
  const found: string[] = [];
  for (const folder of folders.filter(each => each.isDirectory())) {
    const files = await readdir(path.join(root, folder.name));
    found.push(...files.filter(file => file.endsWith('.json')).map(file => `${folder.name}/${file}`));
  }
  return found.sort();
}

async function readChecked<T>(
  file: string,
  findingsOf: (value: unknown) => readonly Finding[],
): Promise<FileResult<T>> {
  const parsed = parseJsonText(await readFile(file));
  if ('findings' in parsed) return { ok: false, file, findings: parsed.findings };
  const findings = findingsOf(parsed.value);
  return findings.length > 0 ? { ok: false, file, findings } : { ok: true, file, value: parsed.value as T };
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

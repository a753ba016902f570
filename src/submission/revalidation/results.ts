import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Instant } from '#contract/instant.ts';
import type { Status } from '#contract/row.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import { instant } from '#listing/time/timestamp.ts';
import { createFolder } from '#store/create-folder.ts';
import { ifExists } from '#store/if-exists.ts';
import type { CommitMessage } from '../acceptance.ts';

/** The result of checking a listing, with the data to write. */
export interface CheckedListing {
  readonly id: string;
  /**
   * `observed`: a listing from documentation, which cannot pass or fail. `unscheduled`: a listing that is no longer checked, and
   * only loses the deadline of its next check.
   */
  readonly outcome: 'passed' | 'failed' | 'inconclusive' | 'observed' | 'unscheduled';
  /** Whether the last conclusive check passed. */
  readonly passedBefore: boolean;
  readonly statusBefore: Status;
  readonly status: Status;
  readonly observation: Observation;
  /** The new record. Absent if the record does not change. */
  readonly change?: RecordChange;
}

export interface RecordChange {
  readonly record: ListingRecord;
  readonly message: CommitMessage;
  /** The `updated_at` of the compared record; absent without such a record. If it has changed since, this change is outdated. */
  readonly from?: Instant;
}

/** The results of one shard of a run, stored as they arrive, so that the next run resumes after a crash. */
export interface ResultFile {
  /** The ids of the listings with a result. */
  readonly ids: ReadonlySet<string>;
  /** @throws the error of the file, as each later call does, because its last line may be truncated */
  add(checked: CheckedListing): Promise<void>;
  /** Stores that all due listings of the shard were checked. */
  complete(now: number): Promise<void>;
  /** Closes the file. @throws the error of a failed `add` */
  close(): Promise<void>;
}

/** Older results belong to another run, and their observations may be outdated. */
const MAX_RUN_AGE = 12 * 3_600_000;

/**
 * Opens a result file, and continues it if it belongs to the same run. The first line has the start of the run, the last one
 * its end if it checked all due listings, and each other line one result. A line that a crash truncated is terminated and ignored.
 *
 * @throws the system's error if the file cannot be written
 */
export async function openResults(file: string, now: number): Promise<ResultFile> {
  createFolder(path.dirname(file));
  const isSameRun = Math.abs(now - (await readStart(file))) < MAX_RUN_AGE;
  const ids = new Set<string>();
  if (isSameRun) for await (const { id } of readResults([file])) ids.add(id);
  const handle = await open(file, isSameRun ? 'a' : 'w');
  // Before the first check, so that a full disk causes no requests to publishers.
  await handle.appendFile(isSameRun ? '\n' : `${JSON.stringify({ began_at: instant(now) })}\n`).catch(async error => {
    await handle.close();
    throw error;
  });
  let written = Promise.resolve();
  return {
    ids,
    async add(checked) {
      written = written.then(() => handle.appendFile(`${JSON.stringify(checked)}\n`));
      await written;
      ids.add(checked.id);
    },
    async complete(at) {
      written = written.then(() => handle.appendFile(`${JSON.stringify({ completed_at: instant(at) })}\n`));
      await written;
    },
    async close() {
      try {
        await written;
      } finally {
        await handle.close();
      }
    },
  };
}

/** The start of the run of a file, in milliseconds since 1970. Minus infinity if unknown. */
async function readStart(file: string): Promise<number> {
  for await (const line of readLines(file)) {
    const { began_at } = (parseLine(line) ?? {}) as { readonly began_at?: string };
    return Date.parse(began_at ?? '') || Number.NEGATIVE_INFINITY;
  }
  return Number.NEGATIVE_INFINITY;
}

/** The name of a shard's result file, such as `results-2-of-4.ndjson`. */
export function resultsName({ index, of }: { readonly index: number; readonly of: number }): string {
  return `results-${index}-of-${of}.ndjson`;
}

/** The result files in a folder. Empty if the folder does not exist. */
export async function resultFiles(folder: string): Promise<string[]> {
  const names = (await ifExists(readdir(folder))) ?? [];
  return names
    .filter(name => /^results-\d+-of-\d+\.ndjson$/.test(name))
    .sort()
    .map(name => path.join(folder, name));
}

/** Whether the shards of these result files are all shards of a run, and each of them checked all its due listings. */
export async function isRunComplete(files: readonly string[]): Promise<boolean> {
  const counts = new Map<number, number>();
  for (const file of files) {
    const of = Number(/-of-(\d+)\.ndjson$/.exec(file)?.[1]);
    if (await hasEnd(file)) counts.set(of, (counts.get(of) ?? 0) + 1);
  }
  return [...counts].some(([of, completed]) => completed === of);
}

/** The bytes at the end of a file that contain the end of a run, and the empty lines of runs that continued it. */
const END_BYTES = 1024;

/** Whether nothing follows the end of the run. A run that continues a completed one may stop early. */
async function hasEnd(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(END_BYTES),
      position: Math.max(0, size - END_BYTES),
    });
    const last = buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').at(-1) ?? '';
    return 'completed_at' in (parseLine(last) ?? {});
  } finally {
    await handle.close();
  }
}

/** Returns the results of a run, in order, as often as it is called. */
export type RunResults = () => Iterable<CheckedListing> | AsyncIterable<CheckedListing>;

/** Result files up to this size in total are parsed once and stay in memory, which takes several times as much. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** Opens the results of a run. */
export async function openRun(files: readonly string[]): Promise<RunResults> {
  const sizes = await Promise.all(files.map(async file => (await stat(file)).size));
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_CACHED_BYTES) return () => readResults(files);
  const results: CheckedListing[] = [];
  for await (const result of readResults(files)) results.push(result);
  return () => results;
}

/** Reads results one at a time, in the order of the files. Skips truncated lines. */
export async function* readResults(files: readonly string[]): AsyncGenerator<CheckedListing> {
  for (const file of files) {
    for await (const line of readLines(file)) {
      const value = parseLine(line);
      if (value && isChecked(value)) yield value;
    }
  }
}

/** A damaged line must not be written; its listing is checked again. */
function isChecked(value: Partial<CheckedListing>): value is CheckedListing {
  const { id, outcome, observation, change } = value;
  if (typeof id !== 'string' || typeof outcome !== 'string' || observationFindings(observation).length > 0)
    return false;
  return change === undefined || (change?.record?.id === id && typeof change.message?.subject === 'string');
}

async function* readLines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file);
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    input.destroy();
  }
}

function parseLine(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

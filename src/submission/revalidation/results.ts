import { createReadStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Instant } from '#contract/instant.ts';
import type { Status } from '#contract/row.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import { instant } from '#listing/timestamp.ts';
import type { CommitMessage } from '../acceptance.ts';

/** What the check of one listing came to, and what is to be written for it. */
export interface CheckedListing {
  readonly id: string;
  readonly outcome: 'passed' | 'failed' | 'inconclusive';
  /** Whether its last check that decided had passed. */
  readonly passedBefore: boolean;
  readonly statusBefore: Status;
  readonly status: Status;
  readonly observation: Observation;
  /** The record that takes the place of the present one; absent where it stays. */
  readonly change?: RecordChange;
}

export interface RecordChange {
  readonly record: ListingRecord;
  readonly message: CommitMessage;
  /** The `updated_at` of the record that was compared with: if it has moved on since, this change is out of date. */
  readonly from: Instant;
}

/** The results of one shard of a run, kept as they come, so that a killed run goes on where it was. */
export interface ResultFile {
  /** The listings that it has. */
  readonly ids: ReadonlySet<string>;
  add(checked: CheckedListing): Promise<void>;
  close(): Promise<void>;
}

/** Results older than this are of another run, whose observations may be out of date by now. */
const SAME_RUN = 12 * 3_600_000;

/**
 * Opens a file of results, and goes on with it where it is of the same run: when the run began, then one result a line.
 * A line that a kill cut off is ended, and means nothing.
 */
export async function openResults(file: string, now: number): Promise<ResultFile> {
  await mkdir(path.dirname(file), { recursive: true });
  const goesOn = Math.abs(now - (await beginOf(file))) < SAME_RUN;
  const ids = new Set<string>();
  if (goesOn) for await (const { id } of readResults([file])) ids.add(id);
  const handle = await open(file, goesOn ? 'a' : 'w');
  let written = handle.appendFile(goesOn ? '\n' : `${JSON.stringify({ began_at: instant(now) })}\n`);
  return {
    ids,
    async add(checked) {
      ids.add(checked.id);
      written = written.then(() => handle.appendFile(`${JSON.stringify(checked)}\n`));
      await written;
    },
    async close() {
      await written;
      await handle.close();
    },
  };
}

/** When the run that a file is of began, in milliseconds since 1970; minus infinity where that cannot be told. */
async function beginOf(file: string): Promise<number> {
  for await (const line of lines(file)) {
    const { began_at } = (parsed(line) ?? {}) as { readonly began_at?: string };
    return Date.parse(began_at ?? '') || Number.NEGATIVE_INFINITY;
  }
  return Number.NEGATIVE_INFINITY;
}

/** The name of a shard's file of results, e.g. `results-2-of-4.ndjson`. */
export function resultsName({ index, of }: { readonly index: number; readonly of: number }): string {
  return `results-${index}-of-${of}.ndjson`;
}

/** The files of results in a folder; a folder that is not there has none. */
export async function resultFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(name => /^results-\d+-of-\d+\.ndjson$/.test(name))
    .sort()
    .map(name => path.join(folder, name));
}

/** Reads results one at a time, in the order of their files; a line that was cut off is left out. */
export async function* readResults(files: readonly string[]): AsyncGenerator<CheckedListing> {
  for (const file of files) {
    for await (const line of lines(file)) {
      const value = parsed(line);
      if (value && isChecked(value)) yield value;
    }
  }
}

/** Of a damaged line nothing may be written: its listing is checked again. */
function isChecked(value: Partial<CheckedListing>): value is CheckedListing {
  const { id, outcome, observation, change } = value;
  if (typeof id !== 'string' || typeof outcome !== 'string' || observationFindings(observation).length > 0)
    return false;
  return change === undefined || (change?.record?.id === id && typeof change.message?.subject === 'string');
}

async function* lines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file);
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    input.destroy();
  }
}

function parsed(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

import { createReadStream, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { formatError, isSystemError } from '#cli/terminal/run-script.ts';
import { instant } from '#listing/time/timestamp.ts';
import { isAbandonedDraft } from '#store/atomic-file.ts';
import { createFolder } from '#store/create-folder.ts';
import { findFiles } from '#store/find-files.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import { loadLine, type WriteInOrder } from './load-records/line.ts';

export interface LoadRecordsOptions {
  /** The creation time of listings whose line has none, in milliseconds since 1970. */
  readonly now: number;
  /** Called for each line that cannot be listed, with its number from 1. */
  readonly onRejected: (line: number, reason: string) => void;
}

export interface LoadRecordsResult {
  readonly written: number;
  readonly rejected: number;
}

/** Lines that are written concurrently: enough to hide the latency of the disk, few enough to bound memory. */
const CONCURRENCY = 32;

/**
 * Writes the records and observations of an NDJSON file, which may be gzipped. Streams the file, so its size does not matter. If
 * several lines have the same origin, the last one counts.
 *
 * @throws RangeError if the file cannot be read, or a folder cannot be written
 */
export async function loadRecords(
  file: string,
  directories: DataDirectories,
  { now, onRejected }: LoadRecordsOptions,
): Promise<LoadRecordsResult> {
  const counts = { written: 0, rejected: 0 };
  const running = new Set<Promise<void>>();
  const createdAt = instant(now);
  const writeInOrder = createOrderedWrites();
  let writeError: unknown;

  let hasFolders = false;
  async function load(line: string, at: number): Promise<void> {
    if (!hasFolders) createFolders(directories);
    hasFolders = true;
    const reason = await loadLine(line, { directories, now: createdAt, writeInOrder });
    if (reason === undefined) counts.written++;
    else {
      counts.rejected++;
      onRejected(at, reason);
    }
  }

  let number = 0;
  try {
    for await (const line of readLines(file)) {
      number++;
      if (line.trim() === '') continue;
      // The error is kept until the loop sees it: a rejected promise that nothing awaits ends the process.
      const task = load(line, number)
        .catch((error: unknown) => {
          writeError ??= error;
        })
        .finally(() => running.delete(task));
      running.add(task);
      if (running.size >= CONCURRENCY) await Promise.race(running);
      if (writeError !== undefined) break;
    }
  } catch (error) {
    throw new RangeError(`Cannot load ${file}: ${describe(error)}`, { cause: error });
  }
  await Promise.all(running);
  if (writeError === undefined) return counts;
  const folders = [directories.registry, directories.observations].filter(folder => folder !== undefined);
  throw new RangeError(`Cannot write to ${folders.join(' or ')}: ${describe(writeError)}`, { cause: writeError });
}

/** Also removes the drafts of a run that was killed. */
function createFolders({ registry, observations }: DataDirectories): void {
  for (const folder of [path.join(registry, 'listings'), observations]) {
    if (folder === undefined) continue;
    createFolder(folder);
    const drafts = findFiles(folder, ({ name }) => isAbandonedDraft(name));
    for (const draft of [...drafts]) rmSync(path.join(folder, draft), { force: true });
  }
}

/** Lets the lines of one listing write one after another, so that the last one wins. */
function createOrderedWrites(): WriteInOrder {
  const last = new Map<string, Promise<void>>();
  return (id, write) => {
    const task = (last.get(id) ?? Promise.resolve()).then(write).finally(() => {
      if (last.get(id) === task) last.delete(id);
    });
    last.set(id, task);
    return task;
  };
}

function describe(error: unknown): string {
  if (isSystemError(error)) return formatError(error);
  return `${error instanceof Error ? error.message : error}.`;
}

/** Reads the lines of a file. The iterator of `readline` does not report errors of its input, so they are thrown at the end. */
async function* readLines(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file);
  const text = file.endsWith('.gz') ? stream.pipe(createGunzip()) : stream;
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure = error;
    lines.close();
  };
  stream.on('error', fail);
  text.on('error', fail);
  yield* lines;
  if (failure) throw failure;
}

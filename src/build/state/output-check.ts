import { type FileTable, readFileTable } from './file-table.ts';

/** The files of one part of a build, and the file with their records. */
export interface RecordedFiles {
  readonly folder: string;
  readonly cacheFile: string;
}

/** A comparison of all files of a build with their records, which several threads share. */
export interface OutputCheck {
  readonly parts: readonly RecordedFiles[];
  /** The next row of each part that no thread has checked, and whether a changed file was found. */
  readonly shared: Int32Array<SharedArrayBuffer>;
}

/** The number of files that a thread checks before it looks for more. */
const BLOCK = 500;

/** Creates a check of recorded files, whose progress threads share. */
export function createOutputCheck(parts: readonly RecordedFiles[]): OutputCheck {
  return { parts, shared: new Int32Array(new SharedArrayBuffer(4 * (parts.length + 1))) };
}

/**
 * Checks files that no other thread has checked, until none is left.
 * @returns false if a thread has found a file that is missing or modified, or records that are damaged
 */
export function checkOutput({ parts, shared }: OutputCheck): boolean {
  const verdict = parts.length;
  for (const [at, { folder, cacheFile }] of parts.entries()) {
    const table = readFileTable(cacheFile);
    const isUnchanged = table !== undefined && checkPart(table, folder, () => Atomics.add(shared, at, BLOCK));
    if (!isUnchanged) Atomics.store(shared, verdict, 1);
    if (Atomics.load(shared, verdict) === 1) return false;
  }
  return true;
}

/** @param takeBlock returns the first row of the next block */
function checkPart(table: FileTable, folder: string, takeBlock: () => number): boolean {
  const { size } = table;
  for (let start = takeBlock(); start < size; start = takeBlock()) {
    const end = Math.min(start + BLOCK, size);
    for (let row = start; row < end; row++) if (!table.isAsRecorded(row, folder)) return false;
  }
  return true;
}

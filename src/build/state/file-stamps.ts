import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** A line for each file that changes whenever the file changes. */
interface FileStamps {
  readonly current: string;
  /** With the contents of the files that were recent before; undefined if it is the same. */
  readonly compared: string | undefined;
  /** The files whose contents `current` contains. */
  readonly recent: readonly string[];
}

/** Two changes within this time, in milliseconds, can have the same timestamp. Git uses the same precaution. */
const MIN_AGE_MS = 2000;

/**
 * Identifies files by inode, size, and change time, and those that changed just now by content, because timestamps are not
 * exact enough. No program can set a change time, so equal stamps mean equal files.
 * @param wasRecent the files that `compared` contains by content
 */
export function stampFiles(files: Iterable<string>, wasRecent: ReadonlySet<string> = new Set()): FileStamps {
  const recent: string[] = [];
  const now = Date.now();
  let [current, compared] = ['', ''];
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    const isRecent = found !== undefined && now - found.ctimeMs < MIN_AGE_MS;
    const content = found && (isRecent || wasRecent.has(file)) ? hash('sha256', readFileSync(file)) : undefined;
    const line = `${file} ${isRecent ? content : found && `${found.ino} ${found.size} ${found.ctimeMs}`}\n`;
    if (isRecent) recent.push(file);
    current += line;
    compared += content === undefined ? line : `${file} ${content}\n`;
  }
  return { current, compared: wasRecent.size === 0 ? undefined : compared, recent };
}

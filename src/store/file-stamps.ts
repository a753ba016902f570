import { hash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';

/** Two changes within this time, in milliseconds, can have the same timestamp. Git uses the same precaution. */
const MIN_AGE_MS = 2000;

/** Whether a file changed so recently that another change could leave its stamp the same. */
export function isRecentlyChanged({ ctimeMs }: Stats): boolean {
  return Date.now() - ctimeMs < MIN_AGE_MS;
}

/** Returns a text that changes whenever the file changes: each write updates the change time, and no program can set it. */
export function fileStamp({ ino, size, ctimeMs }: Stats): string {
  return `${ino} ${size} ${ctimeMs}`;
}

/** A line for each file that changes whenever the file changes. */
interface FileStamps {
  readonly current: string;
  /** With the contents of the files that were recent before; undefined if there were none. */
  readonly compared: string | undefined;
  /** The files whose contents `current` contains. */
  readonly recent: readonly string[];
}

/**
 * Identifies files by inode, size, and change time, and those that changed just now by content, because timestamps are not
 * exact enough.
 * @param wasRecent the files that `compared` contains by content
 */
export function stampFiles(files: Iterable<string>, wasRecent: ReadonlySet<string> = new Set()): FileStamps {
  const recent: string[] = [];
  let [current, compared] = ['', ''];
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    const isRecent = found !== undefined && isRecentlyChanged(found);
    const content = found && (isRecent || wasRecent.has(file)) ? hash('sha256', readFileSync(file)) : undefined;
    const line = `${file} ${isRecent ? content : found && fileStamp(found)}\n`;
    if (isRecent) recent.push(file);
    current += line;
    compared += content === undefined ? line : `${file} ${content}\n`;
  }
  return { current, compared: wasRecent.size === 0 ? undefined : compared, recent };
}

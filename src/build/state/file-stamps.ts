import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { fileStamp, isRecentlyChanged } from '#store/file-stamp.ts';

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

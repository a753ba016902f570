import { hash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';

/** Two changes within this time, in milliseconds, can have the same timestamp. Git uses the same precaution. */
const MIN_AGE_MS = 2000;

/** Whether a file changed so recently that another change could leave its stamp the same. */
function isRecentlyChanged({ ctimeMs }: Stats): boolean {
  return Date.now() - ctimeMs < MIN_AGE_MS;
}

/**
 * The stamps of files by their paths, from one look at all of them. A file that had just changed has null, because its
 * timestamps are not exact enough; a missing one has no stamp.
 */
export type Stamps = ReadonlyMap<string, string | null>;

/** Returns the stamp of a file as in `Stamps`. */
export function stampFile(file: string): string | null | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return isRecentlyChanged(found) ? null : fileStamp(found);
}

/** Returns a text that changes whenever the file changes: each write updates the change time, and no program can set it. */
function fileStamp({ ino, size, ctimeMs }: Stats): string {
  return `${ino} ${size} ${ctimeMs}`;
}

/** A line for each file that changes whenever the file changes. */
interface FileStamps {
  readonly current: string;
  /** With the contents of the files that were recent before; undefined without such files. */
  readonly compared: string | undefined;
  /** The files whose contents `current` contains. */
  readonly recent: readonly string[];
  readonly stamps: Stamps;
}

/**
 * Identifies files by inode, size, and change time, and those that changed just now by content, because timestamps are not
 * exact enough.
 * @param wasRecent the files that `compared` contains by content
 */
export function stampFiles(files: Iterable<string>, wasRecent: ReadonlySet<string> = new Set()): FileStamps {
  const recent: string[] = [];
  const stamps = new Map<string, string | null>();
  let [current, compared] = ['', ''];
  for (const file of files) {
    const stamp = stampFile(file);
    const isRecent = stamp === null;
    const isRead = isRecent || (stamp !== undefined && wasRecent.has(file));
    const content = isRead ? hash('sha256', readFileSync(file)) : undefined;
    const line = `${file} ${isRecent ? content : stamp}\n`;
    if (isRecent) recent.push(file);
    if (stamp !== undefined) stamps.set(file, stamp);
    current += line;
    compared += content === undefined ? line : `${file} ${content}\n`;
  }
  return { current, compared: wasRecent.size === 0 ? undefined : compared, recent, stamps };
}

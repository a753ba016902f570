import type { Stats } from 'node:fs';

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

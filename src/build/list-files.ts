import { statSync } from 'node:fs';
import { findFiles } from '#store/find-files.ts';

/**
 * Returns the paths of all files in a folder, relative to it, with slashes, sorted.
 * @throws an error with the code `ENOENT` if the folder does not exist
 */
export function listFiles(folder: string): string[] {
  statSync(folder);
  return [...findFiles(folder, entry => entry.isFile())].sort();
}

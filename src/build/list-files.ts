import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The paths of all files below a folder, as addresses have them and without its own, in one order. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

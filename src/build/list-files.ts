import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Returns the paths of all files in a folder as URL paths relative to it, in a fixed order. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

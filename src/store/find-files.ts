import { type Dirent, readdirSync } from 'node:fs';

/**
 * Finds files in a folder and its subfolders. Reads each folder synchronously, because a promise for each, or a recursive
 * `readdir`, takes several times as long. A missing folder is empty.
 * @param isWanted whether to return an entry that is not a folder: a file, or a link
 * @param onUnreadable called with the relative path of a folder that cannot be read, and its error (default: throws it)
 * @returns their paths relative to the folder, with slashes, in no certain order
 */
export function* findFiles(
  folder: string,
  isWanted: (entry: Dirent) => boolean,
  onUnreadable: (folder: string, error: unknown) => void = throwError,
): Generator<string> {
  const folders = [''];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of readFolder(`${folder}/${at}`, error => onUnreadable(at.slice(0, -1), error))) {
      if (entry.isDirectory()) folders.push(`${at}${entry.name}/`);
      else if (isWanted(entry)) yield at + entry.name;
    }
  }
}

/** Whether an entry of a folder of records is a record, or a misplaced one. */
export function isRecordFile(entry: Dirent): boolean {
  return entry.isFile() && entry.name.endsWith('.json');
}

function readFolder(folder: string, onUnreadable: (error: unknown) => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onUnreadable(error);
    return [];
  }
}

function throwError(_folder: string, error: unknown): never {
  throw error;
}

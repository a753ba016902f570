import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

interface FolderOptions {
  /** The permissions of each new folder. */
  readonly mode?: number;
}

/**
 * Creates a folder that an operator names, with its parents, unless it exists.
 *
 * With `recursive`, `mkdir` of Node never returns if a file system responds with ENOENT although the parent exists: it creates
 * the parent, which succeeds, and tries again. `/proc` does that, and so do some network file systems.
 * @throws the system's error if it cannot be created, for example EACCES, EROFS, or ENOSPC; EEXIST if it is a file
 */
export function createFolder(folder: string, options: FolderOptions = {}): void {
  try {
    mkdirSync(folder, options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isFolder(folder)) return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || parent === folder || isFolder(parent)) throw error;
    createFolder(parent, options);
    createInParent(folder, options);
  }
}

/** Creates a folder whose parent exists. Another process may create it at the same time. */
function createInParent(folder: string, options: FolderOptions): void {
  try {
    mkdirSync(folder, options);
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

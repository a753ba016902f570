import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a folder may stay in use after the test or benchmark that removes it, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** The errors of a folder in which another process is still writing. */
const IN_USE = new Set(['ENOTEMPTY', 'EEXIST', 'EBUSY', 'EPERM']);

/** Creates an empty folder for a test or benchmark. Returns its path, which starts with the prefix. */
export function makeTemporaryFolder(prefix: string): Promise<string> {
  return mkdtemp(path.join(tmpdir(), prefix));
}

/**
 * Removes a folder or file of a test or benchmark, if it exists. A process that is ending may still write into the folder, so
 * that its removal fails with ENOTEMPTY: this function tries again until the folder is gone.
 *
 * @throws the error of the last try if the folder is still in use after 30 seconds
 */
export async function removeFolder(folder: string): Promise<void> {
  for (const deadline = performance.now() + TIMEOUT_MS; ; await sleep(50)) {
    try {
      return await rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (!isInUse(error) || performance.now() > deadline) throw error;
    }
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && IN_USE.has(String(error.code));
}

import { readdirSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isProcessRunning } from './processes/is-process-running.ts';

/** Matches the name of a draft, which contains the id of its process. */
const DRAFT = /\.(\d+)\.draft$/;

/** Renames a complete file, so that readers see the old text or the new text, even after a crash. */
export async function writeAtomically(file: string, text: string): Promise<void> {
  await replaceAtomically(file, async draft => {
    try {
      await writeFile(draft, text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(draft, text);
    }
  });
}

/**
 * Replaces a file by a draft, which is removed if it cannot be completed.
 * @param write writes the draft to the path that it gets
 */
export async function replaceAtomically(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  try {
    await write(draft);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes the drafts of a file that killed processes left. */
export function removeAbandonedDrafts(file: string): void {
  const [folder, start] = [path.dirname(file), `${path.basename(file)}.`];
  const found = readdirSync(folder).filter(name => name.startsWith(start) && isAbandonedDraft(name));
  for (const name of found) rmSync(path.join(folder, name), { force: true });
}

/** Whether a file name is that of a draft whose process has ended. */
export function isAbandonedDraft(name: string): boolean {
  const [, pid] = DRAFT.exec(name) ?? [];
  return pid !== undefined && !isProcessRunning(Number(pid));
}

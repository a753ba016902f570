import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a file atomically, and returns when the file would survive a crash and a power loss. Drafts that a crash
 * leaves behind end in `.draft`.
 */
export async function writeDurably(file: string, text: string): Promise<void> {
  const draft = `${file}.draft`;
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncFolder(path.dirname(file));
}

/** Syncs a folder to make renames durable. Windows does not support or need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a file whole or not at all, and returns when it survives a kill of this process and a loss of power. Drafts
 * that a kill leaves behind end in `.draft`.
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

/** Makes renames in a folder lasting. Windows cannot, and does not need to. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

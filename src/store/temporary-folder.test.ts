import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from './temporary-folder.fixture.ts';

test('removes a folder while another process fills it', async () => {
  const folder = await makeTemporaryFolder('temporary-folder-');
  let isWriting = true;
  let count = 0;
  // The removal may take the folder away between any two steps of a write, even between those of `mkdir`.
  const write = async () => {
    await mkdir(path.join(folder, 'built'), { recursive: true });
    await writeFile(path.join(folder, `built/${count}`), '');
  };
  const writing = (async () => {
    for (; isWriting; count += 1) await write().catch(() => undefined);
  })();
  await expect.poll(() => count).toBeGreaterThan(50);
  setTimeout(() => {
    isWriting = false;
  }, 100);
  await removeFolder(folder);
  await writing;
  await removeFolder(folder);
  expect(existsSync(folder)).toBe(false);
});

test('accepts a folder that does not exist', async () => {
  const folder = await makeTemporaryFolder('temporary-folder-');
  await removeFolder(folder);
  await expect(removeFolder(folder)).resolves.toBeUndefined();
});

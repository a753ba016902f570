import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findMissingFolders, requireRegistryFolder } from './data-folders.ts';
import { makeTemporaryFolder, removeFolder } from './temporary-folder.fixture.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder('data-folders-');
});
afterEach(() => removeFolder(folder));

test('names the folders that do not exist, and how to fix that', () => {
  const missing = { registryDir: path.join(folder, 'registri'), observationsDir: path.join(folder, 'observation') };
  expect(findMissingFolders(missing)).toEqual([
    `The registry folder ${missing.registryDir} does not exist. Create it, or correct REGISTRY_DIR.`,
    `The folder of observations ${missing.observationsDir} does not exist. Correct OBSERVATIONS_DIR, or remove it to start without observations.`,
  ]);
  expect(() => requireRegistryFolder(missing.registryDir)).toThrow(
    /does not exist\. Create it, or correct REGISTRY_DIR\.$/,
  );
  expect(findMissingFolders({ registryDir: folder })).toEqual([]);
});

test('rejects a file', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  expect(() => findMissingFolders({ registryDir: file })).toThrow(/is a file, but must be a folder/);
});

import { existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { buildInProcess } from './build-in-process.ts';
import { isComplete } from './tree.ts';

const { addresses } = loadConfig({ REGISTRY_URL: 'https://registry.example' });
let folder: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('build-in-process-');
  await cp('registry', path.join(folder, 'registry'), { recursive: true });
});
afterAll(() => removeFolder(folder));

test('a build that cannot write rejects with the error of the system, which has a fix', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  const build = buildInProcess(
    { addresses, directories: { registry: path.join(folder, 'registry') }, skipInvalid: true, isServed: true },
    { folder: path.join(file, 'a'), lastGood: undefined, cacheDir: file },
    new AbortController().signal,
  );
  await expect(build).rejects.toMatchObject({ code: expect.stringMatching(/^E(NOTDIR|EXIST)$/), syscall: 'mkdir' });
});

test('an aborted build ends with all that it started', async () => {
  const build = (parent: string, signal: AbortSignal) =>
    buildInProcess(
      { addresses, directories: { registry: path.join(folder, 'registry') }, skipInvalid: true, isServed: true },
      { folder: path.join(parent, 'a'), lastGood: path.join(parent, 'b'), cacheDir: parent },
      signal,
    );
  const aborted = path.join(folder, 'aborted');
  const stop = new AbortController();
  const building = build(aborted, stop.signal);
  const rejected = expect(building).rejects.toThrow();
  await expect.poll(() => existsSync(path.join(aborted, 'a'))).toBe(true);
  stop.abort();
  await rejected;
  expect(isComplete(path.join(aborted, 'a'), aborted)).toBe(false);
  // A process that goes on would create files in the folder again.
  await removeFolder(aborted);
  await sleep(2000);
  expect(existsSync(aborted)).toBe(false);

  await expect(build(aborted, AbortSignal.abort())).rejects.toThrow();
  expect(existsSync(aborted)).toBe(false);
});

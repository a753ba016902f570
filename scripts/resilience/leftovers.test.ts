import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stopProcess } from '#store/processes/stop-process.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createGit } from '#submission/git/git.ts';
import { openLocalRegistry } from '#submission/local/local-registry.ts';

let folder: string;
let git: ChildProcess | undefined;

beforeEach(async () => {
  folder = await makeTemporaryFolder('leftovers-');
});
afterEach(async () => {
  if (git) await stopProcess(git);
  await removeFolder(folder);
});

test('removes files of killed git processes and a full disk from the data directory at startup', async () => {
  await openAndClose();
  const gitDir = path.join(folder, 'data/repository/.git');
  const before = await files();

  await killFastImport(gitDir);
  expect((await readdir(path.join(gitDir, 'objects/pack'))).join()).toContain('tmp_pack_');
  await failFastImport(gitDir);
  expect((await readdir(gitDir)).join()).toContain('fast_import_crash_');
  await mkdir(path.join(gitDir, 'objects/00'), { recursive: true });
  for (const file of [
    'lock.12.draft',
    'lock.12.left',
    'submissions/open/019ab0c0-0000-7000-8000-000000000000.json.draft',
    'observations/ex/one.example.json.12.draft',
    'repository/listings/ex/one.example.json.12.draft',
    'repository/.git/index.lock',
    'repository/.git/refs/heads/main.lock',
    'repository/.git/objects/00/tmp_obj_x1Y2z3',
    'repository/.git/objects/pack/.tmp-12-pack-00.pack',
  ]) {
    const place = path.join(folder, 'data', file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, '{"torn":');
  }

  await openAndClose();
  expect(await files()).toEqual(before);
  expect(String(await createGit(gitDir).run(['fsck', '--strict', '--full', '--no-dangling']))).toBe('');
});

async function openAndClose(): Promise<void> {
  const unexpected = (value: unknown) => {
    throw new Error(`Unexpected: ${JSON.stringify(value)}`);
  };
  const registry = await openLocalRegistry({
    dataDir: path.join(folder, 'data'),
    registryDir: path.join(folder, 'registry'),
    local: true,
    verify: () => new Promise<never>(() => {}),
    onListing: unexpected,
    onBroken: unexpected,
    onFault: unexpected,
  });
  await registry.close();
}

async function files(): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'data'), { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
    .toSorted();
}

/** Kills a git process that has written half of a pack. */
async function killFastImport(gitDir: string): Promise<void> {
  git = spawn('git', [`--git-dir=${gitDir}`, 'fast-import', '--quiet', '--done'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  git.stdin?.write('blob\ndata 5\nhello\n');
  await expect.poll(async () => (await readdir(path.join(gitDir, 'objects/pack'))).join()).toContain('tmp_pack_');
  git.kill('SIGKILL');
  await once(git, 'close');
}

/** Makes git write a crash report. */
async function failFastImport(gitDir: string): Promise<void> {
  git = spawn('git', [`--git-dir=${gitDir}`, 'fast-import', '--quiet', '--done'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  git.stdin?.on('error', () => undefined);
  git.stdin?.end('no command of fast-import\n');
  await once(git, 'close');
}

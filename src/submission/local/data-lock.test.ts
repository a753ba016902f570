import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stopProcess } from '#store/processes/stop-process.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { lockDataDirectory } from './data-lock.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await makeTemporaryFolder('data-lock-');
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(stopProcess));
  await removeFolder(folder);
});

describe('lockDataDirectory', () => {
  test('gives the lock to one of many, and again after its release', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDirectory(folder)));
    const locks = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(locks).toHaveLength(1);
    await locks[0]?.release();
    expect(await readdir(folder)).toEqual(['lock.sqlite']);
    await (await lockDataDirectory(folder)).release();
  });

  test('ignores a second release, which would end the lock of the next holder', async () => {
    const first = await lockDataDirectory(folder);
    await first.release();
    const second = await lockDataDirectory(folder);
    await first.release();
    await expect(lockDataDirectory(folder)).rejects.toThrow(RangeError);
    await second.release();
  });

  test('rejects while another process holds the lock, and succeeds after that process is killed', async () => {
    const holder = await holdElsewhere();
    await expect(lockDataDirectory(folder)).rejects.toThrow(
      `used by another server (process ${holder.pid} on ${hostname()})`,
    );
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await (await lockDataDirectory(folder)).release();
  });

  test.each([
    ['a process id that does not exist here', '{"pid":4194303,"host":"web-1"}'],
    ['a damaged file', '{"pid":'],
    ['nothing', ''],
  ])('rejects while another process holds the lock, although its file names %s', async (_, text) => {
    await holdElsewhere();
    await writeFile(path.join(folder, 'lock.json'), text);
    await expect(lockDataDirectory(folder)).rejects.toThrow(/used by another server/);
  });

  test('locks a directory whose file names a running process that does not hold the lock', async () => {
    await writeFile(path.join(folder, 'lock.json'), JSON.stringify({ pid: process.ppid, host: hostname() }));
    await (await lockDataDirectory(folder)).release();
  });

  test('locks a copy of a locked directory', async () => {
    const lock = await lockDataDirectory(folder);
    const copy = `${folder}-copy`;
    try {
      // As an operator does, in another process.
      execFileSync('cp', ['-R', folder, copy]);
      await (await lockDataDirectory(copy)).release();
      expect((await holdElsewhere()).exitCode).toBe(1);
    } finally {
      await lock.release();
      await removeFolder(copy);
    }
  });

  test('removes lock files of former versions and their drafts', async () => {
    for (const name of ['lock', 'lock.12.draft', 'lock.12.left']) await writeFile(path.join(folder, name), '{"pid":1}');
    await writeFile(path.join(folder, 'lock.draft.json'), '{}');
    const lock = await lockDataDirectory(folder);
    await lock.release();
    expect(await readdir(folder)).toEqual(['lock.draft.json', 'lock.sqlite']);
  });

  test('names a file that is not a lock, and the fix', async () => {
    await writeFile(path.join(folder, 'lock.sqlite'), 'not a database, although long enough to be taken for one');
    await expect(lockDataDirectory(folder)).rejects.toThrow(/Cannot lock .*lock\.sqlite: .*not a database.* delete it/);
  });
});

/** Starts a process that locks the folder; resolves when it holds the lock or ended. */
async function holdElsewhere(): Promise<ChildProcess> {
  const script = `
    const { lockDataDirectory } = await import(${JSON.stringify(path.join(import.meta.dirname, 'data-lock.ts'))});
    try { await lockDataDirectory(process.argv[1]) } catch { process.exit(1) }
    console.log('locked');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return child;
}

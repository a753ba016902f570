import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDirectory } from './data-lock.ts';
import { getProcessIdentity } from './process-identity.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('lets only one of many processes hold the lock and leaves no files behind', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDirectory(folder)));
  const locks = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(locks).toHaveLength(1);
  await locks[0]?.release();
  expect(await readdir(folder)).toEqual([]);
  await (await lockDataDirectory(folder)).release();
});

test('respects the lock of a running process and takes over that of a stopped one', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(other, 'spawn');
  await writeFile(path.join(folder, 'lock'), JSON.stringify(await getProcessIdentity(other.pid ?? 0)));
  await expect(lockDataDirectory(folder)).rejects.toThrow(
    new RegExp(`used by another server \\(process ${other.pid}\\)`),
  );
  other.kill('SIGKILL');
  await once(other, 'exit');
  await (await lockDataDirectory(folder)).release();
});

test.each([
  ['an earlier process with the same id', JSON.stringify({ pid: process.pid, started: 'long ago' })],
  ['another process that now has the id', JSON.stringify({ pid: process.ppid, started: 'long ago' })],
  ['an unknown process', 'torn'],
])('takes over the lock of %s', async (_, left) => {
  await writeFile(path.join(folder, 'lock'), left);
  await (await lockDataDirectory(folder)).release();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { submitted, type TestRegistry, testRegistry } from '#submission/local/local-registry.fixture.ts';
import { getProcessIdentity } from '#submission/local/process-identity.ts';
import { type HangingGit, hangingGit } from './hanging-git.fixture.ts';

const TIDES = 'https://tides.example.com';

/** Long enough for git on a busy machine. */
const LIMIT = { maxGitMs: 8_000 };

let world: TestRegistry;
let git: HangingGit;
beforeEach(async () => {
  [world, git] = await Promise.all([testRegistry(), hangingGit()]);
  world.served.set(TIDES, {});
});
afterEach(async () => {
  await world.remove();
  await git.remove();
});

test('kills and restarts a read of the repository that hangs once', async () => {
  const registry = await world.open(LIMIT);
  await git.hang('cat-file', 'before', true);
  expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved', outcome: 'listed' });
  await expect.poll(git.running).toEqual([]);
});

test.each(['init', 'reset', 'for-each-ref'])(
  '%s that hangs once does not keep the registry from starting',
  async command => {
    await git.hang(command, 'before', true);
    const registry = await world.open(LIMIT);
    expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved' });
  },
);

test('rejects submissions as retryable while git hangs, leaves no process, and recovers', async () => {
  const registry = await world.open(LIMIT);
  await git.hang('fast-import', 'before', false);
  expect(await submitted(registry, TIDES)).toMatchObject({ status: 'rejected', retryable: true });
  expect(world.faults.map(String)).toEqual([expect.stringMatching(/fast-import did not end within 8 seconds/)]);
  await expect.poll(git.running).toEqual([]);
  await git.recover();
  expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved', outcome: 'listed' });
});

test('kills a hanging git process of the last server', async () => {
  const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  const ended = once(orphan, 'close');
  await once(orphan, 'spawn');
  await mkdir(world.dataDir, { recursive: true });
  await writeFile(path.join(world.dataDir, 'git-process'), JSON.stringify(await getProcessIdentity(orphan.pid ?? 0)));
  const registry = await world.open();
  expect((await ended)[1]).toBe('SIGKILL');
  expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved' });
});

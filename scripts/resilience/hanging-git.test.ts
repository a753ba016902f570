import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGit } from '#submission/git/git.ts';
import {
  decided,
  originOfServer,
  submitted,
  type TestRegistry,
  testRegistry,
} from '#submission/local/local-registry.fixture.ts';
import type { LocalRegistry } from '#submission/local/local-registry.ts';
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

test('kills and restarts git if it hangs once', async () => {
  const registry = await world.open(LIMIT);
  await git.hang('fast-import', 'before', true);
  expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved', outcome: 'listed' });
  await expect.poll(git.running).toEqual([]);
  expect(await subjects(registry)).toEqual(['List tides.example.com: Tide tables', 'Create a local registry']);
});

test('commits only once if git hangs after the commit', async () => {
  const registry = await world.open(LIMIT);
  await git.hang('fast-import', 'after', false);
  expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved', outcome: 'listed' });
  await git.recover();
  expect(await subjects(registry)).toEqual(['List tides.example.com: Tide tables', 'Create a local registry']);
});

test('kills a hanging git on close, and resumes its submission at the next start', async () => {
  const registry = await world.open();
  await git.hang('fast-import', 'before', false);
  const { submission_id: id } = await registry.submissions.submit(originOfServer(TIDES), {});
  await expect.poll(git.running).not.toEqual([]);
  await registry.close();
  await expect.poll(git.running).toEqual([]);
  expect(await registry.submissions.status(id)).toMatchObject({ status: 'validating' });
  expect(world.faults).toEqual([]);

  await git.recover();
  const next = await world.open();
  expect(await decided(next, id)).toMatchObject({ status: 'approved', outcome: 'listed' });
});

async function subjects(registry: LocalRegistry): Promise<string[]> {
  const log = await createGit(path.join(registry.directories.registry, '.git')).run(['log', '--format=%s', 'main']);
  return String(log).trim().split('\n');
}

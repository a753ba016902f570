import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { observationFindings } from '#listing/observation.ts';
import { readRecords } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createGit } from '../git/git.ts';
import { decided, type TestRegistry, testRegistry } from './local-registry.fixture.ts';

/** Several servers, each on its own data directory, are killed and restarted in parallel. */
const SERVERS = 4;
const KILLS_EACH = 25;
/** The submissions of a server before its kill, except if the kill falls into its start. */
const SUBMISSIONS = 3;
const SEED = Number(process.env.KILL_SEED ?? 20261121);

let bundleFolder: string;
let victimFile: string;
// Each of a hundred servers would take half of its time to load its modules one by one.
beforeAll(async () => {
  bundleFolder = await makeTemporaryFolder('victim-');
  victimFile = path.join(bundleFolder, 'victim.mjs');
  const entryPoints = [path.join(import.meta.dirname, 'victim.fixture.ts')];
  await build({ entryPoints, outfile: victimFile, bundle: true, platform: 'node', format: 'esm' });
});
afterAll(() => removeFolder(bundleFolder));

let worlds: TestRegistry[];
beforeEach(async () => {
  worlds = await Promise.all(Array.from({ length: SERVERS }, testRegistry));
});
afterEach(() => Promise.all(worlds.map(world => world.remove())));

test(`loses nothing when killed at ${SERVERS * KILLS_EACH} moments under load (KILL_SEED=${SEED})`, {
  timeout: 900_000,
}, async () => {
  const taken = await Promise.all(worlds.map((world, n) => killedOften(world, random(SEED + n))));
  for (const [n, world] of worlds.entries()) await expectWhole(world, taken[n] ?? []);
  expect(taken.flat().length).toBeGreaterThan(SERVERS * KILLS_EACH);
});

/** Kills a server at random moments, one in five during its start. Returns the ids of accepted submissions. */
async function killedOften({ dataDir, registryDir }: TestRegistry, next: () => number): Promise<string[]> {
  const taken = new Set<string>();
  const complaints: string[] = [];
  for (let kill = 0; kill < KILLS_EACH; kill++) {
    const victim = spawn(process.execPath, [victimFile, dataDir, registryDir], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(victim, 'close');
    victim.stderr.on('data', data => complaints.push(String(data)));
    const underLoad = Promise.withResolvers<void>();
    let lines = 0;
    createInterface({ input: victim.stdout }).on('line', line => {
      const [word, id] = line.split(' ');
      if (word === 'taken' && id) taken.add(id);
      else if (word !== 'ready') complaints.push(line);
      if (++lines > SUBMISSIONS) underLoad.resolve();
    });
    if (next() < 0.8) await Promise.race([underLoad.promise, ended]);
    await new Promise(resolve => setTimeout(resolve, 150 * next()));
    victim.kill('SIGKILL');
    await ended;
  }
  expect(complaints).toEqual([]);
  return [...taken];
}

async function expectWhole(world: TestRegistry, taken: readonly string[]): Promise<void> {
  const registry = await world.open();
  const git = createGit(path.join(registry.directories.registry, '.git'));
  const states = await Promise.all(taken.map(id => decided(registry, id)));
  await registry.close();

  expect(await fsck(git.dir)).toBe('');
  const trailers = await git.run([
    'log',
    '--format=%(trailers:key=Submission,valueonly,separator=%x20)%x09%T%x09%s',
    'main',
  ]);
  const commits = String(trailers)
    .trim()
    .split('\n')
    .map(line => line.split('\t'));
  const committed = commits.flatMap(([id]) => (id ? [id] : []));
  expect(new Set(committed).size).toBe(committed.length);
  const first = commits.flatMap(([, , subject]) => (subject?.startsWith('List ') ? [subject] : []));
  expect(new Set(first).size).toBe(first.length);
  const trees = commits.map(([, tree]) => tree);
  expect(new Set(trees).size).toBe(trees.length);

  const changed = states.filter(state => state.status === 'approved' && state.outcome !== 'unchanged');
  expect(changed.filter(({ submission_id }) => !committed.includes(submission_id))).toEqual([]);
  const refused = states.filter(({ status }) => status === 'rejected').map(({ submission_id }) => submission_id);
  expect(refused.filter(id => committed.includes(id))).toEqual([]);

  expect(String(await git.run(['status', '--porcelain'], { workTree: registry.directories.registry }))).toBe('');
  for await (const record of readRecords(registry.directories.registry)) expect(record.ok).toBe(true);
  for (const file of await files(registry.directories.observations)) {
    expect(observationFindings(JSON.parse(await readFile(file, 'utf8')))).toEqual([]);
  }
  for (const file of await files(path.join(world.dataDir, 'submissions'))) JSON.parse(await readFile(file, 'utf8'));
  expect(world.faults).toEqual([]);
}

/** Returns errors of the repository. Dangling objects are not errors, because Git removes them later. */
async function fsck(gitDir: string): Promise<string> {
  return String(await createGit(gitDir).run(['fsck', '--strict', '--full', '--no-dangling']));
}

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
}

/** Mulberry32: the same moments for the same seed, up to timer accuracy. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

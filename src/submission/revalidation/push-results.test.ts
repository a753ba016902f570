import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath, recordText } from '#listing/listing-record.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { addCommits, tipOf } from '../git/commits.ts';
import { createGit, type Git, GitError, run } from '../git/git.ts';
import { observationText } from './observation-files.ts';
import { pushResults } from './push-results.ts';
import type { CheckedListing } from './results.ts';

const TIDES = sampleRecord('https://tides.example.com');
const PLACE = recordPath(TIDES.id);
const FILE = `listings/${recordPath(TIDES.id)}`;
const NOW = Date.parse('2026-11-21T09:30:00Z');
const RETRY = { attempts: 3, maxDelay: 0 };

let folder: string;
let remote: Git;
let clone: Git;

beforeEach(async () => {
  folder = await makeTemporaryFolder('push-results-');
  [remote, clone] = [createGit(path.join(folder, 'remote.git')), createGit(path.join(folder, 'clone.git'))];
  await run(['init', '--quiet', '--bare', '--initial-branch=main', remote.dir]);
  const files = [{ path: FILE, content: recordText(TIDES) }];
  await addCommits(remote, { name: 'main', tip: undefined }, [commitOf('Seed', files)]);
  await run(['clone', '--quiet', '--bare', remote.dir, clone.dir]);
});
afterEach(() => removeFolder(folder));

test.each([
  ['fails', false],
  ['succeeds, but its response is lost', true],
])('pushes each change once if one command of the network %s', async (_, isDone) => {
  for (let number = 1, isOver = false; !isOver; number++) {
    const updated_at = `2026-11-21T09:${10 + number}:00Z`;
    const before = JSON.parse(String(await remote.run(['show', `main:${FILE}`])));
    const message = { subject: `Update ${number}`, body: '' };
    const change = { record: { ...TIDES, updated_at }, message, from: before.updated_at };
    const network = failAt(number, isDone);
    await push(network.git, { ...RESULT, change });
    isOver = network.calls() < number;
    expect(String(await remote.run(['show', `main:${FILE}`])), `command ${number}`).toContain(updated_at);
    expect(String(await remote.run(['rev-list', '--count', 'main']))).toBe(`${number + 1}\n`);
    expect(String(await remote.run(['rev-list', '--count', 'observations']))).toBe('1\n');
  }
});

test('keeps the observation of a submission that checked the listing later', async () => {
  const observation = { ...sampleObservation(), last_checked_at: '2026-11-21T09:00:00Z' };
  await push(clone, { ...RESULT, observation });
  const content = observationText({
    ...observation,
    last_checked_at: '2026-11-21T09:20:00Z',
    badges: ['auth-verified'],
  });
  const tip = await tipOf(remote, 'observations');
  await addCommits(remote, { name: 'observations', tip }, [commitOf('Submit', [{ path: PLACE, content }])]);
  await push(clone, { ...RESULT, observation: { ...observation, last_checked_at: '2026-11-21T09:10:00Z' } });
  expect(String(await remote.run(['show', `observations:${PLACE}`]))).toBe(content);
  const next = { ...observation, last_checked_at: '2026-11-21T09:30:00Z' };
  await push(clone, { ...RESULT, observation: next });
  expect(String(await remote.run(['show', `observations:${PLACE}`]))).toBe(observationText(next));
});

test.each([
  ['of a clock that was ahead', observationText({ ...sampleObservation(), last_checked_at: '2027-01-01T00:00:00Z' })],
  ['that is damaged', '{"last_checked_at":'],
])('replaces an observation %s', async (_, content) => {
  await addCommits(remote, { name: 'observations', tip: undefined }, [commitOf('Submit', [{ path: PLACE, content }])]);
  await push(clone, RESULT);
  expect(String(await remote.run(['show', `observations:${PLACE}`]))).toBe(observationText(RESULT.observation));
});

test('reports a repository that cannot be reached, after several attempts', async () => {
  const network = failAt(1, false, 99);
  await expect(push(network.git, RESULT)).rejects.toThrow('git ls-remote exited with 128: the connection was lost');
  expect(network.calls()).toBe(RETRY.attempts);
});

test('reports a rule of the repository at once', async () => {
  const network = failAt(
    1,
    false,
    99,
    'remote: error: GH013: Repository rule violations found for refs/heads/main.',
    'push',
  );
  await expect(push(network.git, RESULT)).rejects.toThrow(
    'A rule of the repository forbids the push. Run npm run doctor',
  );
  expect(network.calls()).toBe(1);
});

const RESULT: CheckedListing = {
  id: TIDES.id,
  outcome: 'passed',
  passedBefore: true,
  statusBefore: 'verified',
  status: 'verified',
  observation: sampleObservation(),
};

async function push(git: Git, ...results: readonly CheckedListing[]): Promise<void> {
  async function* all() {
    yield* results;
  }
  const place = { git, records: 'main', prefix: '', observations: 'observations', now: NOW };
  await pushResults(all, place, { url: remote.dir }, RETRY);
}

/** Makes some commands of the network fail, before or after they do their work. */
function failAt(first: number, isDone: boolean, times = 1, message = 'the connection was lost', only = '') {
  let calls = 0;
  const git: Git = {
    ...clone,
    async run(args, options) {
      const command = args[0] ?? '';
      if (!(only ? [only] : ['ls-remote', 'fetch', 'push']).includes(command)) return clone.run(args, options);
      calls += 1;
      if (calls < first || calls >= first + times) return clone.run(args, options);
      if (isDone) await clone.run(args, options);
      throw new GitError(`git ${command} exited with 128: ${message}`);
    },
  };
  return { git, calls: () => calls };
}

function commitOf(subject: string, files: readonly { readonly path: string; readonly content: string }[]) {
  return { message: { subject, body: '' }, time: NOW, files };
}

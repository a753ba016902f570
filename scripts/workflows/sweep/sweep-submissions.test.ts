import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { recordText } from '#listing/listing-record.ts';
import { parseOrigin } from '#listing/origin.ts';
import { githubClient } from '#submission/github/api/client.ts';
import { githubSubmissions } from '#submission/github/github-submissions.ts';
import { type FakeGithub, startFakeGithub } from '../../fake-github/fake-github.ts';
import { sweepSubmissions } from './sweep-submissions.ts';

const MINUTE = 60_000;

let github: FakeGithub;

beforeEach(async () => {
  github = await startFakeGithub({ files: [{ path: 'README.md', content: 'A registry.' }] });
});
afterEach(async () => {
  const { deviations } = github;
  await github.close();
  expect(deviations).toEqual([]);
});

test('reviews an open submission again after 15 minutes, and reports it after an hour', async () => {
  await submit('https://api.one.example');
  await submit('https://api.two.example');
  expect(await sweepAfter(10)).toEqual({ retried: [], stuck: [], abandoned: [], unfinished: [] });
  expect(await sweepAfter(20)).toEqual({ retried: [1, 2], stuck: [], abandoned: [], unfinished: [] });
  expect(github.state.settings.dispatched).toEqual(['review.yml', 'review.yml']);
  expect(await sweepAfter(70)).toEqual({ retried: [1, 2], stuck: [1, 2], abandoned: [], unfinished: [] });
});

test('stops to start the review of a submission after six hours, and keeps the alarm', async () => {
  await submit('https://api.one.example');
  expect(await sweepAfter(359)).toEqual({ retried: [1], stuck: [1], abandoned: [], unfinished: [] });
  expect(await sweepAfter(361)).toEqual({ retried: [], stuck: [1], abandoned: [1], unfinished: [] });
  expect(await sweepAfter(3 * 24 * 60)).toEqual({ retried: [], stuck: [1], abandoned: [1], unfinished: [] });
  expect(github.state.settings.dispatched).toEqual(['review.yml']);
});

test('leaves drafts until they are ready for review', async () => {
  const { pull } = await propose('someone', 'change');
  pull.isDraft = true;
  expect(await sweepAfter(120)).toEqual({ retried: [], stuck: [], abandoned: [], unfinished: [] });
  pull.isDraft = false;
  expect(await sweepAfter(120)).toMatchObject({ retried: [1] });
});

test('leaves pull requests that wait for a person, and old ones from forks', async () => {
  const thread = await propose('someone', 'change');
  thread.labels.add('needs-person');
  await submit('https://api.one.example');
  // Closing it failed after its rejection.
  github.state.threads.get(2)?.labels.add('rejected');
  await propose('another', 'other');
  expect(await sweepAfter(120)).toMatchObject({ retried: [2, 3] });
  expect(await sweepAfter(25 * 60)).toEqual({ retried: [], stuck: [2], abandoned: [2], unfinished: [] });
});

test('starts one run for all pull requests from forks, and raises an alarm only after six hours', async () => {
  for (const branch of ['a', 'b', 'c']) await propose('spammer', branch);
  await propose('honest', 'mine');
  await submit('https://api.one.example');
  const inputs: unknown[] = [];
  github.state.onDispatch = (_, given) => void inputs.push(given);
  expect(await sweepAfter(70)).toEqual({ retried: [5, 1, 2, 3, 4], stuck: [5], abandoned: [], unfinished: [] });
  expect(inputs).toMatchObject([{ pull_number: '5' }, {}]);
  expect(await sweepAfter(361)).toMatchObject({ stuck: [1, 2, 3, 4, 5] });
});

/** Opens a pull request of a fork. */
async function propose(author: string, branch: string) {
  await github.push(branch, [{ path: `${branch}.md`, content: 'Changed.' }], author);
  return github.openPull(branch, author, `Change ${branch}`, author);
}

/** Sweeps as if so many minutes had passed. */
function sweepAfter(minutes: number) {
  const token = github.jobToken({ actions: 'write', checks: 'read', contents: 'read', pull_requests: 'read' });
  const octokit = githubClient({ apiUrl: github.address, credentials: { token } });
  return sweepSubmissions(
    { octokit, owner: github.owner, name: github.name, base: 'main' },
    Date.now() + minutes * MINUTE,
  );
}

async function submit(url: string): Promise<void> {
  const origin = parseOrigin(url);
  if (!origin.ok) throw new Error(origin.error);
  const { app } = github;
  const credentials = { ...app, appId: app.id, installationId: app.installation };
  const octokit = githubClient({ apiUrl: github.address, credentials });
  const repository = { octokit, owner: github.owner, name: github.name, base: 'main' };
  await githubSubmissions({ repository, draft: async () => recordText(sampleRecord(url)) }).submit(origin.value, {});
}

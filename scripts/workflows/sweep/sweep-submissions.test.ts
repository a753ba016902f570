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
  expect(await sweepAfter(10)).toEqual({ retried: [], stuck: [] });
  expect(await sweepAfter(20)).toEqual({ retried: [1, 2], stuck: [] });
  expect(github.state.settings.dispatched).toEqual(['review.yml', 'review.yml']);
  expect(await sweepAfter(70)).toEqual({ retried: [1, 2], stuck: [1, 2] });
});

test('leaves pull requests that were reviewed, and those that wait for a maintainer', async () => {
  const thread = await propose('someone', 'change');
  const run = {
    id: 1,
    name: 'Evaluate',
    headSha: thread.pull.headSha,
    startedAt: thread.createdAt,
    status: 'completed',
  };
  github.state.checkRuns.push({ ...run, conclusion: 'success', completedAt: thread.createdAt });
  await submit('https://api.one.example');
  github.state.threads.get(2)?.labels.add('needs-person');
  expect(await sweepAfter(120)).toEqual({ retried: [], stuck: [] });
});

test('lets authors take turns, and raises no alarm for the rest of a wave', async () => {
  for (const branch of ['a', 'b', 'c', 'd', 'e']) await propose('spammer', branch);
  await propose('honest', 'mine');
  await submit('https://api.one.example');
  expect(await sweepAfter(70)).toEqual({ retried: [1, 6, 7, 2, 3], stuck: [7] });
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

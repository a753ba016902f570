import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeGithub, startFakeGithub } from '#scripts/fake-github/fake-github.ts';
import { createJobRepository } from '#scripts/workflows/github-job/job.ts';
import { type Begin, upsertComment } from './upsert-comment.ts';

let github: FakeGithub;

beforeEach(async () => {
  github = await startFakeGithub({ files: [{ path: 'README.md', content: 'A registry\n' }] });
});

afterEach(async () => {
  const { deviations } = github;
  await github.close();
  expect(deviations).toEqual([]);
});

function keep(pull: number, text: string, begin?: Begin, token?: string): Promise<void> {
  const environment = {
    GITHUB_API_URL: github.address,
    GITHUB_REPOSITORY: 'acme/registry',
    GITHUB_TOKEN: token ?? github.jobToken({ pull_requests: 'write', metadata: 'read' }),
  };
  return upsertComment(createJobRepository(environment), pull, 'preview', text, begin);
}

test('creates one comment and then updates it, even among many other comments', async () => {
  const { comments, number } = github.openIssue('alice', 'Change the page', '');
  const pull = await openPull();
  for (let other = 0; other < 120; other += 1) {
    pull.comments.push({
      id: 9000 + other,
      author: alice,
      app: null,
      body: `Thought ${other}`,
      createdAt: '2026-11-21T06:00:00Z',
    });
  }
  await keep(pull.number, 'first');
  await keep(pull.number, 'second');
  expect(pull.comments).toHaveLength(121);
  expect(pull.comments.at(-1)?.body).toBe('<!-- kept comment: preview -->\nsecond');
  expect([comments, number]).toEqual([[], 1]);
});

test("does not change a person's comment with the same marker", async () => {
  const pull = await openPull();
  const body = '<!-- kept comment: preview -->\nmine';
  pull.comments.push({ id: 9000, author: alice, app: null, body, createdAt: '2026-11-21T06:00:00Z' });
  await keep(pull.number, 'ours');
  expect(pull.comments.map(each => each.body)).toEqual([body, '<!-- kept comment: preview -->\nours']);
});

test('updates its comment with a personal access token', async () => {
  const pull = await openPull();
  const body = '<!-- kept comment: preview -->\nmine';
  pull.comments.push({ id: 9000, author: alice, app: null, body, createdAt: '2026-11-21T06:00:00Z' });
  for (const text of ['first', 'second']) await keep(pull.number, text, 'always', github.userToken());
  expect(pull.comments.map(each => each.body)).toEqual([body, '<!-- kept comment: preview -->\nsecond']);
});

test('creates no comment with "never", but updates an existing one', async () => {
  const pull = await openPull();
  await keep(pull.number, 'nothing to tell', 'never');
  expect(pull.comments).toEqual([]);
  await keep(pull.number, 'something');
  await keep(pull.number, 'nothing any more', 'never');
  expect(pull.comments.map(each => each.body)).toEqual(['<!-- kept comment: preview -->\nnothing any more']);
});

const alice = { id: 77, login: 'alice', type: 'User' } as const;

async function openPull() {
  await github.push('change', [{ path: 'README.md', content: 'Another\n' }]);
  return github.openPull('change', 'alice', 'Change it');
}

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeGithub, startFakeGithub } from '../fake-github/fake-github.ts';
import { runStep } from '../fake-github/job.ts';

const RUN_URL = 'https://github.com/acme/registry/actions/runs/7';

let github: FakeGithub;

beforeEach(async () => {
  github = await startFakeGithub({ files: [{ path: 'README.md', content: 'A registry\n' }] });
});

afterEach(async () => {
  const { deviations } = github;
  await github.close();
  expect(deviations).toEqual([]);
});

test('opens one issue, counts later failures in it, and closes it after a success', async () => {
  expect(await ended('Deploy', 'failure')).toMatchObject({ code: 0, output: 'Opened #1.\n' });
  expect(await ended('Deploy', 'timed_out')).toMatchObject({ code: 0, output: 'Updated #1: failed 2 times.\n' });
  expect(await ended('Deploy', 'failure')).toMatchObject({ output: 'Updated #1: failed 3 times.\n' });
  expect(threads()).toEqual([
    {
      number: 1,
      title: 'Deploy is failing',
      state: 'open',
      labels: ['alarm'],
      body: expect.stringContaining('row | 3 |'),
    },
  ]);
  expect(await ended('Deploy', 'success')).toMatchObject({ code: 0, output: 'Closed #1.\n' });
  expect(threads()).toMatchObject([{ state: 'closed' }]);
  expect(github.state.threads.get(1)?.comments[0]?.body).toContain(RUN_URL);
});

test('opens a new issue for a failure after a success', async () => {
  for (const conclusion of ['failure', 'success', 'failure']) await ended('Deploy', conclusion);
  expect(threads()).toMatchObject([{ state: 'closed' }, { state: 'open', body: expect.stringContaining('row | 1 |') }]);
});

test('keeps one issue per workflow, even after its title changes', async () => {
  await ended('Deploy', 'failure');
  await ended('Revalidation', 'failure');
  const deploy = github.state.threads.get(1);
  if (deploy) deploy.title = 'The account is over its limit';
  await ended('Deploy', 'failure');
  await ended('Revalidation', 'success');
  expect(threads()).toMatchObject([
    { title: 'The account is over its limit', state: 'open', body: expect.stringContaining('row | 2 |') },
    { title: 'Revalidation is failing', state: 'closed' },
  ]);
});

test('does nothing after a success or a run without a result', async () => {
  for (const conclusion of ['success', 'cancelled', 'skipped']) {
    expect(await ended('Deploy', conclusion)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Nothing to do/),
    });
  }
  github.openIssue('mallory', 'Deploy is failing', '<!-- alarm: Deploy -->');
  await ended('Deploy', 'success');
  expect(threads()).toMatchObject([{ title: 'Deploy is failing', state: 'open' }]);
});

test('opens one issue and comments once if the responses are lost', async () => {
  github.injections.add({ operation: 'POST /repos/{owner}/{repo}/issues', reply: 'lost' });
  github.injections.add({ operation: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', reply: 'lost' });
  expect(await ended('Deploy', 'failure')).toMatchObject({ code: 0, output: 'Opened #1.\n' });
  expect(await ended('Deploy', 'success')).toMatchObject({ code: 0, output: 'Closed #1.\n' });
  expect(threads()).toMatchObject([{ number: 1, state: 'closed' }]);
  expect(github.state.threads.get(1)?.comments).toHaveLength(1);
});

test('closes the issue even if the comment fails', async () => {
  await ended('Deploy', 'failure');
  const operation = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
  github.injections.add({ operation, reply: { status: 403, body: { message: 'Unable to create comment' } } });
  expect(await ended('Deploy', 'success')).toMatchObject({ code: 1 });
  expect(threads()).toMatchObject([{ state: 'closed' }]);
  expect(await ended('Deploy', 'success')).toMatchObject({ code: 0, output: expect.stringMatching(/^Nothing to do/) });
});

test('comments once if the issue cannot be closed at first', async () => {
  await ended('Deploy', 'failure');
  const operation = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';
  github.injections.add({ operation, reply: { status: 403, body: { message: 'Forbidden' } } });
  expect(await ended('Deploy', 'success')).toMatchObject({ code: 1 });
  expect(await ended('Deploy', 'success')).toMatchObject({ code: 0, output: 'Closed #1.\n' });
  expect(github.state.threads.get(1)?.comments).toHaveLength(1);
});

test('closes all issues of a workflow after a success', async () => {
  await ended('Deploy', 'failure');
  const { body } = github.state.threads.get(1) ?? {};
  github.openIssue('maintainer', 'Deploy is failing', body ?? '').labels.add('alarm');
  expect(await ended('Deploy', 'success')).toMatchObject({ code: 0, output: 'Closed #2 and #1.\n' });
  expect(threads()).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
});

test('fails when GitHub returns an error', async () => {
  const answer = { status: 503, body: { message: 'Down' }, headers: { 'Retry-After': '3600' } };
  github.injections.add({ operation: 'POST /repos/{owner}/{repo}/issues', reply: answer });
  expect(await ended('Deploy', 'failure')).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      '::error::GitHub responded to POST /repos/acme/registry/issues with status 503: Down. Run the job again.',
    ),
  });
  expect(threads()).toEqual([]);
});

function ended(name: string, conclusion: string) {
  return runStep(github, ['scripts/workflows/alarm.ts'], {
    ALARM: name,
    CONCLUSION: conclusion,
    RUN_URL,
    GITHUB_TOKEN: github.jobToken({ contents: 'read', issues: 'write' }),
  });
}

function threads() {
  return [...github.state.threads.values()].map(({ number, title, state, labels, body }) => ({
    number,
    title,
    state,
    labels: [...labels],
    body,
  }));
}

import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseOrigin } from '#listing/origin.ts';
import { getBranchPrefix } from '#submission/github/branch-name.ts';
import { createExamplePublisher, type ExamplePublisher } from '../example-publisher/publisher.ts';
import { type FakeGithub, startFakeGithub } from '../fake-github/fake-github.ts';
import { runStep, type StepResult } from '../fake-github/job.ts';
import { listOpenPulls } from '../fake-github/state.ts';

const HEADING = '### API URL';

let github: FakeGithub;
let publisher: ExamplePublisher;

beforeEach(async () => {
  github = await startFakeGithub({ files: [{ path: 'registry/taxonomy.json', content: '{}\n' }] });
  publisher = await createExamplePublisher();
});

afterEach(async () => {
  const { deviations } = github;
  await Promise.all([github.close(), publisher.close()]);
  expect(deviations).toEqual([]);
});

test('opens a pull request as the app and closes the issue with its number', async () => {
  const { issue, code, output } = await open(`${HEADING}\r\n\r\n${publisher.origin}/docs\r\n`);
  expect(code).toBe(0);
  expect(output).toContain('::notice::');
  expect(listOpenPulls(github.state)).toMatchObject([{ number: 2, author: { login: 'registry-submissions[bot]' } }]);
  expect(issue).toMatchObject({ state: 'closed', stateReason: 'completed' });
  expect(issue.comments[0]?.body).toContain('#2.');
});

test('lists the fixes if the origin fails its checks, and opens nothing', async () => {
  publisher.set({ manifestFailure: 'missing' });
  const { issue, code, summary } = await open(`${HEADING}\n\n${publisher.origin}\n`);
  expect(code).toBe(0);
  expect(summary).toContain('Not accepted.');
  expect(issue).toMatchObject({ state: 'closed', stateReason: 'not_planned' });
  expect(listOpenPulls(github.state)).toEqual([]);
});

test('accepts only a single URL', async () => {
  const { issue, code } = await open(`${HEADING}\n\n$(touch /tmp/x); @everyone <img src=x>\n`);
  expect(code).toBe(0);
  expect(issue).toMatchObject({ state: 'closed', stateReason: 'not_planned' });
  expect(issue.comments[0]?.body).toMatch(/^\*\*Not submitted\.\*\* /);
  expect(issue.comments[0]?.body).not.toMatch(/@everyone|<img/);
  expect(publisher.requests).toEqual([]);
});

test('closes the issue with the reason if the domain has too many open submissions', async () => {
  const { origin } = await withOpenSubmissions(10);
  const { issue, code } = await open(`${HEADING}\n\n${origin}\n`);
  expect({ code, state: issue.state, reason: issue.stateReason }).toEqual({
    code: 0,
    state: 'closed',
    reason: 'not_planned',
  });
  expect(issue.comments[0]?.body).toMatch(/^\*\*Not submitted\.\*\* 10 submissions of .* wait for their review\./);
});

test('closes the issue with the way to submit if the registry has no App', async () => {
  const { issue, code } = await open(`${HEADING}\n\n${publisher.origin}\n`, { APP_ID: '' });
  expect({ code, state: issue.state, reason: issue.stateReason }).toEqual({
    code: 0,
    state: 'closed',
    reason: 'not_planned',
  });
  expect(issue.comments[0]?.body).toContain('accepts no submissions by issue. Open a pull request');
  expect(publisher.requests).toEqual([]);
});

test('comments once if the response to the comment is lost', async () => {
  github.injections.add({ operation: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', reply: 'lost' });
  const { issue, code } = await open(`${HEADING}\n\nnot a URL\n`);
  expect({ code, comments: issue.comments.length, state: issue.state }).toEqual({
    code: 0,
    comments: 1,
    state: 'closed',
  });
});

test('fails and leaves the issue open when GitHub returns an error', async () => {
  const answer = { status: 503, body: { message: 'Down' }, headers: { 'Retry-After': '3600' } };
  github.injections.add({ operation: 'POST /repos/{owner}/{repo}/git/refs', reply: answer });
  const { issue, code, output } = await open(`${HEADING}\n\n${publisher.origin}\n`);
  expect({ code, state: issue.state }).toEqual({ code: 1, state: 'open' });
  expect(output).toContain('::error::');
});

/** Opens pull requests of other origins with the same limit unit, which for a loopback address is the origin itself. */
async function withOpenSubmissions(number: number): Promise<{ readonly origin: string }> {
  const result = parseOrigin(publisher.origin);
  if (!result.ok) throw new Error(result.error);
  for (let each = 0; each < number; each++) {
    const branch = `${getBranchPrefix(result.value)}other-${each}`;
    await github.push(branch, [{ path: `${each}.json`, content: '{}' }]);
    await github.openPull(branch, 'acme', `Submit ${each}`);
  }
  return publisher;
}

async function open(
  body: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<StepResult & { issue: ReturnType<FakeGithub['openIssue']> }> {
  const issue = github.openIssue('mallory', 'Submit an API', body);
  const result = await runStep(github, ['scripts/workflows/open-submission.ts'], {
    ISSUE_NUMBER: String(issue.number),
    ISSUE_BODY: body,
    GITHUB_TOKEN: github.jobToken({ contents: 'read', issues: 'write' }),
    APP_ID: String(github.app.id),
    APP_INSTALLATION_ID: String(github.app.installation),
    APP_PRIVATE_KEY: github.app.privateKey,
    REGISTRY_DIR: github.state.git.directory,
    ...settings,
  });
  return { ...result, issue };
}

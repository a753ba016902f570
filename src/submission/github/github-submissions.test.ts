import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath, recordText } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { type FakeGithub, WORKFLOWS } from '#scripts/fake-github/fake-github.ts';
import { listOpenPulls } from '#scripts/fake-github/state.ts';
import { SubmissionError } from '../submission.ts';
import { githubClient } from './api/client.ts';
import { toBranchName } from './branch-name.ts';
import { useFakeGithub } from './fake-github.fixture.ts';
import { type GithubSubmissionsConfig, githubSubmissions, REVIEW_CHECK } from './github-submissions.ts';
import { formatResultComment } from './review/result-comment.ts';
import type { ReviewResult } from './review/review-result.ts';

const TIDES = origin('https://tides.example.org');
const FILE = `registry/listings/${recordPath(TIDES.id)}`;

let github: FakeGithub;
useFakeGithub(started => {
  github = started;
});

describe('submitting', () => {
  test('opens one pull request with the record as the app', async () => {
    const state = await submissions().submit(TIDES, {});
    expect(state).toMatchObject({ submission_id: 'gh-1', status: 'pending', listing_id: 'tides.example.org' });
    const [thread] = listOpenPulls(github.state);
    expect(thread?.title).toBe('Submit https://tides.example.org');
    expect(thread?.author.login).toBe('registry-submissions[bot]');
    expect(thread?.pull.headBranch).toMatch(/^submission\/example\.org\/tides\.example\.org\/[0-9a-f]{12}$/);
    expect(await github.file(thread?.pull.headBranch ?? '', FILE)).toBe(textOf(TIDES));
    expect(await github.file('main', FILE)).toBeUndefined();
  });

  test('returns the open submission of an origin without a new draft', async () => {
    const first = await submissions().submit(TIDES, {});
    const draft = () => Promise.reject(new Error('Unexpected draft.'));
    expect(await submissions({ draft }).submit(TIDES, {})).toEqual(first);
    expect(github.state.threads.size).toBe(1);
  });

  test('opens one pull request for simultaneous submissions of an origin from several processes', async () => {
    const states = await Promise.all(Array.from({ length: 10 }, () => submissions().submit(TIDES, {})));
    expect(new Set(states.map(state => state.submission_id)).size).toBe(1);
    expect(github.state.threads.size).toBe(1);
  });

  test('distinguishes http and https origins with the same id', async () => {
    const plain = await submissions().submit(origin('http://tides.example.org'), {});
    expect((await submissions().submit(TIDES, {})).submission_id).not.toBe(plain.submission_id);
  });

  test.each([
    'POST /repos/{owner}/{repo}/git/trees',
    'POST /repos/{owner}/{repo}/git/commits',
    'POST /repos/{owner}/{repo}/git/refs',
    'POST /repos/{owner}/{repo}/pulls',
  ] as const)('opens no second pull request after a lost response to %s', async operation => {
    github.injections.add({ operation, reply: 'lost' });
    await expect(submissions().submit(TIDES, {})).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 30 });
    expect((await submissions().submit(TIDES, {})).submission_id).toBe('gh-1');
    expect(github.state.threads.size).toBe(1);
  });

  test('submits a listing with an unchanged record for a new check', async () => {
    await github.push('main', [{ path: FILE, content: textOf(TIDES) }]);
    expect((await submissions().submit(TIDES, {})).status).toBe('pending');
    expect(github.state.threads.size).toBe(1);
  });

  test('opens a new pull request after the last one closed, even if its branch remains', async () => {
    await submissions().submit(TIDES, {});
    close(1);
    const again = await submissions({ draft: async () => textOf(TIDES, '2026-11-02T00:00:00Z') }).submit(TIDES, {});
    expect(again.submission_id).toBe('gh-2');
    const branch = listOpenPulls(github.state)[0]?.pull.headBranch ?? '';
    expect(await github.file(branch, FILE)).toContain('2026-11-02');
  });

  test('returns the reason if the draft fails', async () => {
    const fault = new SubmissionError('refused', 'No manifest is served.');
    await expect(submissions({ draft: () => Promise.reject(fault) }).submit(TIDES, {})).rejects.toBe(fault);
    expect(github.state.threads.size).toBe(0);
  });
});

describe('a GitHub error', () => {
  const operation = 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}';
  const limited = {
    message: 'You have exceeded a secondary rate limit.',
    documentation_url: 'https://docs.github.com',
  };

  test.each([
    ['a secondary rate limit', { status: 403, body: limited, headers: { 'Retry-After': '47' } }, 47],
    ['a secondary rate limit without a time', { status: 403, body: limited }, 60],
    ['too many requests', { status: 429, body: limited, headers: { 'Retry-After': '7' } }, 7],
    ['an internal error', { status: 502, body: { message: 'Bad Gateway' } }, 30],
    ['maintenance', { status: 503, body: { message: 'Down' }, headers: { 'Retry-After': '120' } }, 120],
  ] as const)('sets the Retry-After delay for %s', async (_, answer, retryAfter) => {
    github.injections.add({ operation, reply: answer });
    await expect(submissions().submit(TIDES, {})).rejects.toMatchObject({ kind: 'unavailable', retryAfter });
    await expect(submissions().submit(TIDES, {})).resolves.toMatchObject({ status: 'pending' });
  });

  test('does not make a submission look unknown', async () => {
    const { submission_id } = await submissions().submit(TIDES, {});
    const reply = { status: 502, body: { message: 'Bad Gateway' } };
    github.injections.add({ operation: 'GET /repos/{owner}/{repo}/pulls/{pull_number}', reply });
    await expect(submissions().status(submission_id)).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 30 });
    expect(await submissions().status(submission_id)).toMatchObject({ status: 'pending' });
  });

  test('asks for an early retry if conflicts persist', async () => {
    const conflict = { status: 409, body: { message: 'Conflict' } };
    github.injections.add({ operation: 'PATCH /repos/{owner}/{repo}/git/refs/{ref}', reply: conflict, times: 99 });
    await github.push(await toBranchName(TIDES), [{ path: FILE, content: 'left behind' }]);
    await expect(submissions().submit(TIDES, {})).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 5 });
  });

  test('reports when the hourly limit resets', async () => {
    const headers = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 900) };
    github.injections.add({
      operation,
      reply: { status: 403, body: { message: 'API rate limit exceeded' }, headers },
    });
    const fault: SubmissionError = await submissions()
      .submit(TIDES, {})
      .then(Promise.reject, error => error);
    expect(fault).toBeInstanceOf(SubmissionError);
    expect(fault.retryAfter).toBeGreaterThan(600);
    expect(fault.retryAfter).toBeLessThanOrEqual(901);
  });

  test('covers a request timeout', async () => {
    github.injections.add({ operation, reply: 'hang' });
    await expect(submissions({}, 300).submit(TIDES, {})).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('keeps the status 401 of an invalid key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const wrong = githubSubmissions({ ...configuration(), repository: repository(pem) });
    await expect(wrong.submit(TIDES, {})).rejects.toMatchObject({ status: 401 });
  });
});

test('accepts at most 10 open submissions of one registrable domain, and others at the same time', async () => {
  const door = submissions();
  for (let n = 0; n < 10; n++) await door.submit(origin(`https://api${n}.example.com`), {});
  const submit = (url: string) => door.submit(origin(url), {});
  await expect(submit('https://api10.example.com')).rejects.toMatchObject({ kind: 'too-many', retryAfter: 120 });
  // The same submission again does not count.
  expect(await submit('https://api3.example.com')).toMatchObject({ submission_id: 'gh-4' });
  expect(await submit('https://api.example.net')).toMatchObject({ status: 'pending' });
  // A branch that an interrupted submission left does not count.
  close(1);
  expect(await submit('https://api10.example.com')).toMatchObject({ status: 'pending' });
});

describe('the status', () => {
  test('starts as pending and becomes validating during the review', async () => {
    const { submission_id } = await submissions().submit(TIDES, {});
    expect(await submissions().status(submission_id)).toMatchObject({ status: 'pending' });
    startReview(1);
    expect(await submissions().status(submission_id)).toMatchObject({ status: 'validating' });
  });

  test('becomes approved after the merge, with the result of the review', async () => {
    await submissions().submit(TIDES, {});
    comment(1, WORKFLOWS.login, {
      ...ACCEPTED,
      outcome: 'listed',
      changed: true,
      similar_names: ['tidal.example.org'],
    });
    const sha = listOpenPulls(github.state)[0]?.pull.headSha ?? '';
    await merge(sha);
    expect(await submissions().status('gh-1')).toMatchObject({
      status: 'approved',
      outcome: 'listed',
      similar_names: ['tidal.example.org'],
      live: false,
      url: 'https://tides.example.org',
    });
    expect(await submissions({ isLive: async id => id === TIDES.id }).status('gh-1')).toMatchObject({ live: true });
  });

  test('waits 15 minutes after the merge for the result of the review', async () => {
    await submissions().submit(TIDES, {});
    await merge(listOpenPulls(github.state)[0]?.pull.headSha ?? '');
    const mergedAt = Date.parse(github.state.threads.get(1)?.pull?.mergedAt ?? '');
    const statusAfter = (ms: number) => submissions({ now: () => mergedAt + ms }).status('gh-1');
    expect(await statusAfter(0)).toMatchObject({ status: 'validating' });
    expect(await statusAfter(15 * 60_000 - 1)).toMatchObject({ status: 'validating' });
    expect(await statusAfter(15 * 60_000)).toMatchObject({ status: 'approved', outcome: 'listed', report: null });
  });

  test('becomes approved if there was nothing to merge', async () => {
    await submissions().submit(TIDES, {});
    comment(1, WORKFLOWS.login, ACCEPTED);
    close(1);
    expect(await submissions().status('gh-1')).toMatchObject({ status: 'approved', outcome: 'unchanged' });
  });

  test('becomes rejected with the report of the review, despite comments of other users', async () => {
    await submissions().submit(TIDES, {});
    comment(1, 'mallory', { ...REJECTED, reason: 'Forged.' });
    comment(1, WORKFLOWS.login, REJECTED);
    comment(1, 'mallory', { ...ACCEPTED, changed: false });
    close(1);
    expect(await submissions().status('gh-1')).toMatchObject({
      status: 'rejected',
      reason: 'The checks found problems.',
      retryable: true,
    });
  });

  test('becomes rejected if a person closes the pull request', async () => {
    await submissions().submit(TIDES, {});
    close(1);
    expect(await submissions().status('gh-1')).toMatchObject({ status: 'rejected', errors: [], report: null });
  });

  test('does not exist for an unknown id', async () => {
    const door = submissions();
    await door.submit(TIDES, {});
    for (const id of ['gh-2', 'gh-0', 'gh-01', 'gh-1x', 'gh-', '1', 'gh-99999999999', '../1', '']) {
      expect(await door.status(id), id).toBeUndefined();
    }
  });

  test("does not exist for another user's pull request, even if it looks like a submission", async () => {
    await github.push(
      'submission/example.org/tides.example.org/000000000000',
      [{ path: FILE, content: '{}' }],
      'mallory',
    );
    const thread = await github.openPull(
      'submission/example.org/tides.example.org/000000000000',
      'mallory',
      'Hello',
      'mallory',
    );
    thread.body = '<!-- submission https://tides.example.org -->';
    expect(await submissions().status('gh-1')).toBeUndefined();
  });

  test('does not count against the hourly limit while it is unchanged', async () => {
    const door = submissions();
    await door.submit(TIDES, {});
    await door.status('gh-1');
    const before = github.counted();
    for (let i = 0; i < 5; i++) expect(await door.status('gh-1')).toMatchObject({ status: 'pending' });
    expect(github.counted()).toBe(before);
    startReview(1);
    expect(await door.status('gh-1')).toMatchObject({ status: 'validating' });
  });
});

const SEEN = { head_sha: '0'.repeat(40), decided_at: '2026-11-20T00:00:00Z', report: null } as const;
const ACCEPTED = { ...SEEN, verdict: 'accepted', outcome: 'unchanged', changed: false, similar_names: [] } as const;
const REJECTED = {
  ...SEEN,
  verdict: 'rejected',
  reason: 'The checks found problems.',
  errors: [],
  retryable: true,
} as const;

function submissions(changes: Partial<GithubSubmissionsConfig> = {}, timeoutMs = 5000) {
  return githubSubmissions({ ...configuration(timeoutMs), ...changes });
}

function configuration(timeoutMs = 5000): GithubSubmissionsConfig {
  return { repository: repository(github.app.privateKey, timeoutMs), draft: async each => textOf(each) };
}

function repository(privateKey: string, timeoutMs = 5000) {
  const { app, owner, name, address } = github;
  const credentials = { appId: app.id, installationId: app.installation, privateKey };
  return { octokit: githubClient({ apiUrl: address, credentials, timeoutMs }), owner, name, base: 'main' };
}

function origin(address: string): Origin {
  const result = parseOrigin(address);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function textOf({ url }: Origin, updated_at = '2026-11-01T00:00:00Z'): string {
  return recordText(sampleRecord(url, {}, { updated_at }));
}

function comment(number: number, login: string, verdict: ReviewResult): void {
  const account = login === WORKFLOWS.login ? WORKFLOWS : { id: 7, login, type: 'User' as const };
  const body = formatResultComment(verdict);
  const made = { id: number * 1000, author: account, app: null, body, createdAt: '2026-11-20T00:00:00Z' };
  github.state.threads.get(number)?.comments.push(made);
}

function close(number: number): void {
  const thread = github.state.threads.get(number);
  if (thread) Object.assign(thread, { state: 'closed', closedAt: '2026-11-20T00:00:00Z' });
}

function startReview(number: number): void {
  const headSha = github.state.threads.get(number)?.pull?.headSha ?? '';
  const startedAt = '2026-11-20T00:00:00Z';
  const run = {
    id: 1,
    name: REVIEW_CHECK,
    headSha,
    startedAt,
    status: 'in_progress',
    conclusion: null,
    completedAt: null,
  };
  github.state.checkRuns.push(run);
}

/** Merges as a workflow does: by moving the base branch. */
async function merge(sha: string): Promise<void> {
  const credentials = { token: github.jobToken({ contents: 'write' }) };
  const { owner, name: repo } = github;
  await githubClient({ apiUrl: github.address, credentials }).request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', {
    owner,
    repo,
    ref: 'heads/main',
    sha,
  });
}

import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { recordPath, recordText } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { githubClient } from '#submission/github/api/client.ts';
import { githubSubmissions } from '#submission/github/github-submissions.ts';
import { recordDraft } from '#submission/github/review/record-draft.ts';
import { createOriginCheck } from '#submission/origin-check.fixture.ts';
import { createExamplePublisher, type ExamplePublisher } from '../example-publisher/publisher.ts';
import { type FakeGithub, startFakeGithub } from '../fake-github/fake-github.ts';
import { createError } from '../fake-github/reply.ts';
import { type ReviewRun, runReview } from '../fake-github/review-job.ts';
import type { Thread } from '../fake-github/state.ts';
import { sweepSubmissions } from './sweep/sweep-submissions.ts';

let github: FakeGithub;
let publisher: ExamplePublisher;
let origin: Origin;
let file: string;

beforeEach(async () => {
  github = await startFakeGithub({ files: [{ path: 'registry/taxonomy.json', content: '{}\n' }] });
  publisher = await createExamplePublisher();
  const result = parseOrigin(publisher.origin);
  if (!result.ok) throw new Error(result.error);
  origin = result.value;
  file = `registry/listings/${recordPath(origin.id)}`;
});

afterEach(async () => {
  const { deviations } = github;
  await Promise.all([github.close(), publisher.close()]);
  expect(deviations).toEqual([]);
});

describe('a pull request of the registry', () => {
  test('merges with the record that the origin serves now', async () => {
    const door = submissions('{"a draft": "of whatever"}');
    const { submission_id } = await door.submit(origin, {});
    const { admit, settle } = await reviewed(1);
    expect(admit).toMatchObject({ code: 0, summary: expect.stringContaining('Accepted.') });
    expect(admit.output).toContain(`::notice title=Pull request #1::Accepted: ${origin.id} (listed).`);
    expect(settle).toMatchObject({ code: 0, summary: expect.stringContaining('was merged') });

    expect(await recorded()).toMatchObject({ id: origin.id, manifest: await served() });
    expect(JSON.parse((await github.file('observations', recordPath(origin.id))) ?? '')).toMatchObject({ badges: [] });
    expect(await tipOfMain()).toMatchObject({ message: expect.stringMatching(/^List .*\n[\s\S]*Pull-request: #1$/m) });
    expect((await tipOfMain()).parents).toHaveLength(1);
    expect(await github.state.git.refSha(`refs/heads/${thread(1).pull?.headBranch}`)).toBeUndefined();
    expect([...thread(1).labels]).toEqual(['accepted']);
    expect(await door.status(submission_id)).toMatchObject({
      status: 'approved',
      outcome: 'listed',
      report: { passed: true },
    });
  });

  test('closes without changes, and requests a check of a withdrawn listing', async () => {
    const door = submissions('{}');
    await door.submit(origin, {});
    await reviewed(1);
    const before = await recorded();

    const again = submissions(recordText(before));
    await again.submit(origin, {});
    expect((await reviewed(2)).settle?.summary).toContain('Nothing changed');
    expect(await again.status('gh-2')).toMatchObject({ status: 'approved', outcome: 'unchanged' });
    expect(await recorded()).toEqual(before);

    publisher.set({ listingRequested: false });
    await door.submit(origin, {});
    await reviewed(3);
    expect(await door.status('gh-3')).toMatchObject({ status: 'approved', outcome: 'withdrawn' });
    expect((await recorded()).manifest.listing_requested).toBe(false);
  });

  test('gets rejected with a report if the origin does not pass', async () => {
    publisher.set({ manifestFailure: 'page' });
    const door = submissions('{}');
    await door.submit(origin, {});
    const { admit, settle } = await reviewed(1);
    expect(admit).toMatchObject({ code: 0, summary: expect.stringContaining('Not accepted.') });
    expect(settle).toMatchObject({ code: 0, output: expect.stringContaining('rejected and closed') });
    expect(thread(1)).toMatchObject({
      state: 'closed',
      comments: [{ body: expect.stringContaining('Fix the problems') }],
    });
    expect(await door.status('gh-1')).toMatchObject({ status: 'rejected', report: { passed: false } });
    expect(await github.file('main', file)).toBeUndefined();
  });

  test('merges without labels, because a label that does not exist must not stop a review', async () => {
    for (const name of ['accepted', 'rejected', 'needs-person']) github.state.settings.labels.delete(name);
    await submissions('{}').submit(origin, {});
    const { settle } = await reviewed(1);
    expect(settle).toMatchObject({
      code: 0,
      summary: expect.stringContaining('The label "accepted" could not be added'),
    });
    expect(await recorded()).toMatchObject({ id: origin.id });
    expect(thread(1)).toMatchObject({ state: 'closed', comments: [{ body: expect.stringContaining('Accepted.') }] });
  });

  test('says that it was accepted only after the merge', async () => {
    await submissions('{}').submit(origin, {});
    github.state.settings.rulesets.push({ id: 1, name: 'Ours', target: 'branch', rules: ['pull_request'] });
    const { settle } = await reviewed(1);
    expect(settle).toMatchObject({
      code: 1,
      output: expect.stringContaining('::error::A rule of the repository forbids the push. Run npm run doctor'),
    });
    expect(thread(1)).toMatchObject({ state: 'open', comments: [] });
    expect(await github.file('main', file)).toBeUndefined();
  });

  test('gets exactly one decision after repeated runs and lost responses', async () => {
    await submissions('{}').submit(origin, {});
    github.injections.add({ operation: 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels', reply: 'lost' });
    github.injections.add({
      operation: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
      reply: createError(502, 'Bad Gateway'),
    });
    const { settle } = await reviewed(1);
    expect(settle).toMatchObject({ code: 0 });
    const { sha } = await tipOfMain();
    expect(await reviewed(1)).toMatchObject({ admit: { code: 0 }, settle: undefined });
    expect((await tipOfMain()).sha).toBe(sha);
    expect(thread(1).comments).toHaveLength(1);
  });
});

test('finishes the review of a merged submission whose job ended before the comment', async () => {
  const { submission_id } = await submissions('{}').submit(origin, {});
  const branch = `refs/heads/${thread(1).pull?.headBranch}`;
  const operation = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
  github.injections.add({ operation, reply: createError(403, 'Resource not accessible by integration') });
  expect((await reviewed(1)).settle).toMatchObject({ code: 1 });
  expect((await recorded()).id).toBe(origin.id);
  const { sha } = await tipOfMain();
  // A check now would not pass, and revalidation pushed later commits.
  publisher.set({ manifestFailure: 'page' });
  await github.push('main', [{ path: 'README.md', content: 'Changed.' }]);
  await expect.poll(() => thread(1).state).toBe('closed');
  expect(await sweepAfter(14)).toMatchObject({ unfinished: [] });
  expect(await sweepAfter(361)).toMatchObject({ unfinished: [] });
  expect(await sweepAfter(16)).toMatchObject({ retried: [], stuck: [], unfinished: [1] });

  expect((await reviewed(1)).settle).toMatchObject({ code: 0, output: expect.stringContaining('was already merged') });
  const comment = expect.stringMatching(
    new RegExp(`\\*\\*Accepted\\.\\*\\* The API is now listed[\\s\\S]*Reviewed at ${sha}`),
  );
  expect(thread(1).comments).toMatchObject([{ body: comment }]);
  expect([...thread(1).labels]).toEqual(['accepted']);
  expect(await github.state.git.refSha(branch)).toBeUndefined();
  const state = await submissions('{}').status(submission_id);
  expect(state).toMatchObject({ status: 'approved', outcome: 'listed', report: { passed: true } });
  expect(await sweepAfter(16)).toMatchObject({ unfinished: [] });
  expect((await reviewed(1)).settle).toBeUndefined();
});

test('finishes the review of a merged submission whose branch GitHub deleted', async () => {
  await submissions('{}').submit(origin, {});
  const branch = `refs/heads/${thread(1).pull?.headBranch}`;
  const operation = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
  github.injections.add({ operation, reply: createError(403, 'Resource not accessible by integration') });
  await reviewed(1);
  await expect.poll(() => thread(1).state).toBe('closed');
  await github.state.git.deleteRef(branch);
  expect(await sweepAfter(16)).toMatchObject({ unfinished: [1] });
  expect((await reviewed(1)).settle).toMatchObject({ code: 0 });
  expect(thread(1).comments).toHaveLength(1);
  // A label that could not be added starts no further reviews.
  thread(1).labels.clear();
  expect(await sweepAfter(16)).toMatchObject({ unfinished: [] });
});

test.each([
  ['a new record', {}, /Accepted\.\*\* The API is now listed/],
  ['a changed record', { updated_at: '2026-11-30T00:00:00Z' }, /Accepted\.\*\* The listing now matches/],
  ['a record that a maintainer withdrew', { withdrawn: { at: '2026-11-30T00:00:00Z', reason: 'Spam.' } }, undefined],
])('comments on a submission that a maintainer merged by hand what holds: %s', async (_, change, expected) => {
  const record = { ...sampleRecord(origin.url), ...change };
  await submissions(recordText(record)).submit(origin, {});
  const { pull } = thread(1);
  await github.push('main', [{ path: file, content: recordText(record) }]);
  Object.assign(thread(1), { state: 'closed', closedAt: new Date().toISOString() });
  Object.assign(pull ?? {}, { mergedAt: new Date().toISOString() });
  // Without a listing, a review has nothing to do.
  expect(await sweepAfter(16)).toMatchObject({ unfinished: expected ? [1] : [] });
  await reviewed(1);
  const bodies = thread(1).comments.map(({ body }) => body);
  expect(bodies).toEqual(expected ? [expect.stringMatching(expected)] : []);
});

/** Runs the workflow Sweep as if so many minutes had passed. */
function sweepAfter(minutes: number) {
  const token = github.jobToken({ actions: 'write', checks: 'read', contents: 'read', pull_requests: 'read' });
  const octokit = githubClient({ apiUrl: github.address, credentials: { token } });
  const repository = { octokit, owner: github.owner, name: github.name, base: 'main' };
  return sweepSubmissions(repository, Date.now() + minutes * 60_000);
}

test('takes at most 15 requests of the API for an accepted submission, none of them with a job token', async () => {
  const { submission_id } = await productionSubmissions().submit(origin, {});
  const submitted = github.log.length;
  const { settle } = await reviewed(1);
  expect(settle?.code).toBe(0);
  expect(github.log.slice(0, submitted)).toEqual([
    'POST /app/installations/{installation_id}/access_tokens',
    'GET /repos/{owner}/{repo}/git/matching-refs/{ref}',
    'GET /repos/{owner}/{repo}/contents/{path} 404',
    'GET /repos/{owner}/{repo}/branches/{branch}',
    'POST /repos/{owner}/{repo}/git/trees',
    'POST /repos/{owner}/{repo}/git/commits',
    'POST /repos/{owner}/{repo}/git/refs',
    'POST /repos/{owner}/{repo}/pulls',
  ]);
  expect(github.log.slice(submitted)).toEqual([
    'POST /app/installations/{installation_id}/access_tokens',
    'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    'POST /app/installations/{installation_id}/access_tokens',
    'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    'POST /repos/{owner}/{repo}/issues/{issue_number}/labels',
    'GET /repos/{owner}/{repo}/pulls/{pull_number}',
  ]);
  expect(github.log.length).toBeLessThanOrEqual(15);
  expect(github.used.job).toBe(0);
  expect(await submissions('{}').status(submission_id)).toMatchObject({ status: 'approved', outcome: 'listed' });
});

test('waits for rate limits instead of failing', async () => {
  await submissions('{}').submit(origin, {});
  const operations = [
    'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    'POST /repos/{owner}/{repo}/issues/{issue_number}/labels',
  ] as const;
  for (const [index, operation] of operations.entries()) {
    const status = index === 0 ? 429 : 403;
    const reply = {
      ...createError(status, 'You have exceeded a secondary rate limit.'),
      headers: { 'Retry-After': '1' },
    };
    github.injections.add({ operation, reply, times: 4 });
  }
  const { settle } = await reviewed(1);
  expect(settle).toMatchObject({ code: 0, summary: expect.stringMatching(/was merged\.$/m) });
  expect([...thread(1).labels]).toEqual(['accepted']);
});

describe('a pull request of a person', () => {
  test("merges in the registry's format if its file matches the origin", async () => {
    await propose({ ...(await servedRecord()), created_at: '2001-01-01T00:00:00Z' });
    const { settle } = await reviewed(1);
    expect(settle).toMatchObject({ code: 0, output: expect.stringContaining('was merged') });
    expect((await recorded()).created_at).not.toBe('2001-01-01T00:00:00Z');
    expect(thread(1)).toMatchObject({ state: 'closed' });
    expect(await github.state.git.isAncestor(thread(1).pull?.headSha ?? '', (await tipOfMain()).sha)).toBe(false);
  });

  test('gets rejected if its file claims what the origin does not serve', async () => {
    const record = await servedRecord();
    await propose({ ...record, manifest: { ...record.manifest, name: 'Somebody else' } });
    await reviewed(1);
    expect(thread(1).comments.at(-1)?.body).toContain(
      'The manifest differs from the manifest that the origin serves now',
    );
    expect(await github.file('main', file)).toBeUndefined();
  });

  test.each([
    ['a second record', { path: 'registry/listings/ex/api.example.com.json', content: '{}' }, 'more than one record'],
    ['a workflow', { path: '.github/workflows/review.yml', content: 'on: push' }, 'other files'],
  ])('goes to a maintainer with %s', async (_, extra, reason) => {
    await propose(await servedRecord(), [extra]);
    const before = publisher.requests.length;
    const { settle } = await reviewed(1);
    expect(publisher.requests).toHaveLength(before);
    expect(settle).toMatchObject({
      code: 0,
      output: expect.stringContaining('A maintainer must review this pull request.'),
    });
    expect(thread(1)).toMatchObject({ state: 'open', comments: [{ body: expect.stringContaining(reason) }] });
    expect([...thread(1).labels]).toEqual(['needs-person']);
  });

  test('goes to a maintainer with a documentation record, without probes', async () => {
    const source = { type: 'documentation', documentation_url: `${origin.url}/docs` } as const;
    await propose({ ...(await servedRecord()), source });
    await reviewed(1);
    expect([...thread(1).labels]).toEqual(['needs-person']);
  });

  test('goes to a maintainer if it withdraws a listing, because a rival could send it', async () => {
    await propose(await servedRecord());
    await reviewed(1);
    const listed = await recorded();
    await propose({ ...listed, withdrawn: { at: '2026-11-21T09:30:00Z', reason: 'Its domain was sold.' } });
    const before = publisher.requests.length;
    await reviewed(2);
    expect(publisher.requests).toHaveLength(before);
    expect([...thread(2).labels]).toEqual(['needs-person']);
    expect(thread(2).state).toBe('open');
    expect(await recorded()).toEqual(listed);
  });

  test('gets no review if it touches no record', async () => {
    await github.push('typo', [{ path: 'README.md', content: 'Better.' }], 'mallory');
    await github.openPull('typo', 'mallory', 'Fix a typo', 'mallory');
    expect(await reviewed(1)).toMatchObject({ admit: { code: 0 }, settle: undefined });
    expect(thread(1).comments).toEqual([]);
  });

  test('gets another review after a later push', async () => {
    await propose(await servedRecord());
    const inBetween = async () => {
      await github.push('change', [{ path: '.github/workflows/x.yml', content: 'on: push' }], 'mallory');
    };
    const { settle } = await reviewed(1, { inBetween });
    expect(settle).toMatchObject({ code: 0, output: expect.stringContaining('new commits since the review') });
    expect(thread(1)).toMatchObject({ state: 'open', comments: [] });
    await reviewed(1);
    expect([...thread(1).labels]).toEqual(['needs-person']);
    expect(await github.file('main', file)).toBeUndefined();
  });
});

describe('the queue of pull requests from forks', () => {
  test('decides on all that wait in one run, acceptances first, and leaves those of the registry', async () => {
    await proposeSpam('spam-1', 'spam-2');
    await github.push('typo', [{ path: 'README.md', content: 'Better.' }], 'helper');
    await github.openPull('typo', 'helper', 'Fix a typo', 'helper');
    await submissions('{}').submit(origin, {});
    await propose(await servedRecord());
    const { admit, settle } = await reviewed(1, { isQueue: true });
    expect(admit.output).toContain('::notice title=Queue::4 reviewed, 0 failed, 0 wait for the next run.');
    expect(settle, settle?.output).toMatchObject({ code: 0 });
    expect(states()).toEqual([
      [1, 'closed', ['rejected']],
      [2, 'closed', ['rejected']],
      [3, 'open', ['needs-person']],
      [4, 'open', []],
      [5, 'closed', ['accepted']],
    ]);
    expect(settle?.output.indexOf('#5: ')).toBeLessThan(settle?.output.indexOf('#1: ') ?? 0);
    expect(await recorded()).toMatchObject({ id: origin.id });
    const again = await reviewed(3, { isQueue: true });
    expect(again.admit.output).toContain('1 reviewed, 0 failed');
  });

  test('closes spam with only a label when the limit of comments is reached', async () => {
    await proposeSpam('spam-1', 'spam-2', 'spam-3');
    const reply = {
      ...createError(403, 'You have exceeded a secondary rate limit.'),
      headers: { 'Retry-After': '3000' },
    };
    github.injections.add({ operation: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', reply, times: 99 });
    const { settle } = await reviewed(1, { isQueue: true });
    expect(settle).toMatchObject({
      code: 0,
      output: expect.stringContaining('0 failed, 3 rejected without a comment, 0 wait for the next run.'),
    });
    expect(states()).toEqual([1, 2, 3].map(number => [number, 'closed', ['rejected']]));
  });

  test('leaves a submission of the same origin to its next review, without a failure', async () => {
    await submissions('{}').submit(origin, {});
    await propose(await servedRecord());
    let queue: ReviewRun | undefined;
    const inBetween = async () => {
      // The second of the review is part of the record.
      await new Promise(resolve => setTimeout(resolve, 1000));
      queue = await reviewed(2, { isQueue: true });
    };
    const { settle } = await reviewed(1, { inBetween });
    expect(queue?.settle, queue?.settle?.output).toMatchObject({ code: 0 });
    expect(settle, settle?.output).toMatchObject({ code: 0, output: expect.stringContaining('was added after') });
    expect(states()).toEqual([
      [1, 'open', []],
      [2, 'closed', ['accepted']],
    ]);
    await reviewed(1);
    expect(states()).toEqual([1, 2].map(number => [number, 'closed', ['accepted']]));
    expect([1, 2].map(number => thread(number).comments.length)).toEqual([1, 1]);
  });

  test('continues after a review that fails', async () => {
    await proposeSpam('spam-1', 'spam-2', 'spam-3');
    const operation = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
    github.injections.add({ operation, reply: createError(404, 'Not Found') });
    const { admit } = await reviewed(1, { isQueue: true });
    expect(admit.output).toContain('2 reviewed, 1 failed, 0 wait');
    expect(states().filter(([, state]) => state === 'closed')).toHaveLength(2);
  });
});

test('rejects, in the second job, a review that commits anything but a record', async () => {
  await submissions('{}').submit(origin, {});
  const inBetween = async (reviewFile: string) => {
    const review = JSON.parse(await readFile(reviewFile, 'utf8'));
    review.decision.record.id = '../../.github/workflows/x';
    await writeFile(reviewFile, JSON.stringify(review));
  };
  const { settle } = await reviewed(1, { inBetween });
  expect(settle).toMatchObject({
    code: 1,
    output: expect.stringContaining('::error::Invalid review: the record is invalid'),
  });
  expect(thread(1).comments).toEqual([]);
});

test('has no write access in the first job', async () => {
  await submissions('{}').submit(origin, {});
  await reviewed(1);
  const credentials = { token: github.jobToken({ contents: 'read', pull_requests: 'read' }) };
  const body = { owner: github.owner, repo: github.name, issue_number: 1, body: 'Hello' };
  const asking = githubClient({ apiUrl: github.address, credentials });
  await expect(asking.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', body)).rejects.toMatchObject(
    { status: 403 },
  );
});

/** Runs both jobs. An unexpected failure of the first one shows its full output. */
async function reviewed(number: number, options: Parameters<typeof runReview>[2] = {}): Promise<ReviewRun> {
  const run = await runReview(github, number, options);
  expect(run.admit.code, run.admit.output).toBe(0);
  return run;
}

function submissions(draft: string) {
  const { app, owner, name, address } = github;
  const credentials = { appId: app.id, installationId: app.installation, privateKey: app.privateKey };
  const repository = { octokit: githubClient({ apiUrl: address, credentials }), owner, name, base: 'main' };
  return githubSubmissions({ repository, draft: async () => draft });
}

/** Submits as the deployed registry does: with a check of the origin. */
function productionSubmissions() {
  const { app, owner, name, address } = github;
  const credentials = { appId: app.id, installationId: app.installation, privateKey: app.privateKey };
  const repository = { octokit: githubClient({ apiUrl: address, credentials }), owner, name, base: 'main' };
  const verify = async ({ url }: Origin) => createOriginCheck(url, await served());
  return githubSubmissions({ repository, draft: recordDraft({ repository, verify, now: Date.now }) });
}

/** Opens a pull request from a fork with a record and other files. */
async function propose(record: ListingRecord, more: { path: string; content: string }[] = []): Promise<void> {
  await github.push('change', [{ path: file, content: recordText(record) }, ...more], 'mallory');
  await github.openPull('change', 'mallory', 'List my API', 'mallory');
}

/** Opens a pull request of each author with a record at a wrong path, which is rejected without a request. */
async function proposeSpam(...authors: readonly string[]): Promise<void> {
  for (const author of authors) {
    const content = recordText(await servedRecord());
    await github.push('spam', [{ path: 'registry/listings/zz/wrong.json', content }], author);
    await github.openPull('spam', author, 'List it', author);
  }
}

/** Returns the number, the state, and the labels of each thread. */
function states() {
  return [...github.state.threads.values()].map(({ number, state, labels }) => [number, state, [...labels]] as const);
}

async function servedRecord(): Promise<ListingRecord> {
  return sampleRecord(origin.url, {}, { manifest: await served() });
}

async function served() {
  const response = await fetch(`${origin.url}/.well-known/api-manifest.json`);
  return (await response.json()) as ListingRecord['manifest'];
}

async function recorded(): Promise<ListingRecord> {
  return JSON.parse((await github.file('main', file)) ?? 'null');
}

async function tipOfMain() {
  return github.state.git.commit('refs/heads/main');
}

function thread(number: number): Thread {
  const found = github.state.threads.get(number);
  if (!found) throw new Error(`There is no #${number}.`);
  return found;
}

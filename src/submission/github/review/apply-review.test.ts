import { describe, expect, test } from 'vitest';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { type ListingRecord, recordPath, recordText } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import type { FakeGithub } from '#scripts/fake-github/fake-github.ts';
import { createError } from '#scripts/fake-github/reply.ts';
import { evaluateSubmission } from '../../acceptance-rule.ts';
import { listingIndex } from '../../listing-index.ts';
import { createOriginCheck } from '../../origin-check.fixture.ts';
import { githubClient } from '../api/client.ts';
import { useFakeGithub } from '../fake-github.fixture.ts';
import { githubSubmissions } from '../github-submissions.ts';
import { applyReview } from './apply-review.ts';
import { openLanding } from './landing.ts';
import type { Review } from './review.ts';

const NOW = Date.parse('2026-11-21T09:30:00Z');
const TIDES = 'https://tides.example.com';
const FILE = `registry/listings/${recordPath('tides.example.com')}`;

let github: FakeGithub;
useFakeGithub(started => {
  github = started;
});

test('comments once on a merged pull request, also if the job runs again', async () => {
  const review = await submitAndReview();
  expect(await settled(review)).toBe('The record of tides.example.com was merged.');
  expect(await settled(review)).toBe('The pull request was already merged.');
  expect(github.state.threads.get(1)?.comments).toHaveLength(1);
});

test('keeps the branch for a submission that comes before its removal', async () => {
  const review = await submitAndReview();
  const reply = createError(403, 'Forbidden');
  github.injections.add({ operation: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', reply });
  await expect(settled(review)).rejects.toThrow('Forbidden');
  await expect.poll(() => github.state.threads.get(1)?.state).toBe('closed');
  await submit();
  expect(await settled(review)).toBe('The pull request was already merged.');
  expect(github.state.threads.get(1)?.comments).toHaveLength(1);
  expect(github.state.threads.get(2)).toMatchObject({ state: 'open' });
});

test('merges nothing if a maintainer closed the pull request after its review', async () => {
  const review = await submitAndReview();
  const thread = github.state.threads.get(1);
  if (thread) thread.state = 'closed';
  expect(await settled(review)).toContain('was closed in the meantime');
  expect(thread?.comments).toEqual([]);
  expect(await github.file('main', FILE)).toBeUndefined();
});

test('creates no base branch after it was renamed', async () => {
  const review = await submitAndReview();
  const main = 'refs/heads/main';
  const tip = (await github.state.git.refSha(main)) ?? '';
  await github.state.git.createRef('refs/heads/trunk', tip);
  // GitHub changes the base of its open pull requests.
  Object.assign(github.state.threads.get(1)?.pull ?? {}, { base: 'trunk' });
  await github.state.git.deleteRef(main);
  await expect(settled(review)).rejects.toThrow('The branch main does not exist.');
  expect(await github.state.git.refSha(main)).toBeUndefined();
  expect(github.state.threads.get(1)).toMatchObject({
    state: 'open',
    comments: [],
    pull: { headSha: review.head_sha },
  });
});

test('does not replace a record that was added after the review', async () => {
  const review = await submitAndReview();
  const content = recordText(sampleRecord(TIDES, { name: 'Merged before' }));
  await github.push('main', [{ path: FILE, content }]);
  await expect(settled(review)).rejects.toThrow('was added after the review');
  expect(await github.file('main', FILE)).toBe(content);
  expect(github.state.threads.get(1)).toMatchObject({ state: 'open', comments: [] });
});

describe('after the review', () => {
  const REFUSED = 'registry/refused.json';
  const LISTED = sampleRecord(TIDES, { name: 'Before the review' });
  const withdrawn = { at: '2026-11-21T09:00:00Z', reason: 'The provider asked for it.' };

  test.each<[string, ListingRecord | undefined, string, string]>([
    ['a withdrawal', LISTED, FILE, recordText({ ...LISTED, withdrawn })],
    ['a block of a new origin', undefined, REFUSED, toBlocklist({ origin: TIDES })],
    ['a block of its domain', LISTED, REFUSED, toBlocklist({ domain: 'example.com' })],
  ])('%s by a maintainer rejects the submission', async (_, record, path, content) => {
    if (record) await github.push('main', [{ path: FILE, content: recordText(record) }]);
    const review = await submitAndReview(record);
    expect(review.decision).toMatchObject({ verdict: 'accepted', changed: true });
    await github.push('main', [{ path, content }]);
    const before = await github.file('main', FILE);
    expect(await settled(review)).toBe('The submission was rejected and closed.');
    expect(await github.file('main', FILE)).toBe(before);
    const reason = expect.stringMatching(
      /^\*\*Not accepted\.\*\* This registry does not list .* The provider asked for it\./m,
    );
    expect(github.state.threads.get(1)).toMatchObject({ state: 'closed', comments: [{ body: reason }] });
  });

  test('a change of the record needs another review', async () => {
    await github.push('main', [{ path: FILE, content: recordText(LISTED) }]);
    const review = await submitAndReview(LISTED);
    const content = recordText({ ...LISTED, updated_at: '2026-11-21T09:00:00Z' });
    await github.push('main', [{ path: FILE, content }]);
    await expect(settled(review)).rejects.toThrow('was changed after the review');
    expect(await github.file('main', FILE)).toBe(content);
    expect(github.state.threads.get(1)).toMatchObject({ state: 'open', comments: [] });
  });
});

function toBlocklist(target: object): string {
  return JSON.stringify([{ ...target, reason: 'The provider asked for it.' }]);
}

/** Submits an origin through the registry, and accepts it as the first job does. */
async function submitAndReview(record?: ListingRecord): Promise<Review> {
  const origin = originOf(TIDES);
  await submit();
  const decision = evaluateSubmission({
    origin,
    record,
    observation: undefined,
    refused: undefined,
    verification: createOriginCheck(TIDES, sampleManifest()),
    now: NOW,
    isOnDemand: true,
    quota: undefined,
    similarNames: [],
  });
  return { pull: 1, head_sha: github.state.threads.get(1)?.pull?.headSha ?? '', origin, decision };
}

async function submit(): Promise<void> {
  const { app } = github;
  const credentials = { appId: app.id, installationId: app.installation, privateKey: app.privateKey };
  const draft = async () => recordText(sampleRecord(TIDES));
  await githubSubmissions({ repository: repository(credentials), draft }).submit(originOf(TIDES), {});
}

async function settled(review: Review): Promise<string> {
  const token = github.jobToken({ contents: 'write', pull_requests: 'write' });
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const landing = await openLanding({ url: `${github.address}/${github.owner}/${github.name}.git`, authorization });
  const quota = { index: listingIndex(), limitFor: () => undefined };
  const clock = { now: () => NOW, sleep: () => new Promise<void>(resolve => setTimeout(resolve, 10)) };
  try {
    return await applyReview({ repository: repository({ token }), landing, quota, ...clock }, review);
  } finally {
    await landing.close();
  }
}

function repository(credentials: Parameters<typeof githubClient>[0]['credentials']) {
  const { owner, name, address } = github;
  return { octokit: githubClient({ apiUrl: address, credentials }), owner, name, base: 'main' };
}

function originOf(url: string): Origin {
  const result = parseOrigin(url);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

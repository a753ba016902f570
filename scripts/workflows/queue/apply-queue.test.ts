import { beforeEach, expect, test } from 'vitest';
import { githubClient } from '#submission/github/api/client.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { OutdatedReviewError } from '#submission/github/review/merge-record.ts';
import type { Review } from '#submission/github/review/review.ts';
import { type ApplyQueueContext, applyQueue } from './apply-queue.ts';

const calls: string[] = [];
let time = 0;
beforeEach(() => {
  calls.length = 0;
  time = 0;
});

test('comments on rejections for a minute, closes others for another minute, and leaves the rest to the next run', async () => {
  const reviews = Array.from({ length: 12 }, (_, index) => toReview(index + 1, index === 11 ? 'accepted' : 'rejected'));
  expect(await applyQueue(createContext(20_000), reviews)).toEqual({ errors: [], uncommented: 3, left: 6 });
  expect(calls).toEqual([
    'accepted 12',
    ...[1, 2].map(number => `rejected ${number}`),
    ...[3, 4, 5].map(number => `closed ${number} with bug,rejected`),
  ]);
});

test('leaves acceptances to the next run, too', async () => {
  const reviews = Array.from({ length: 9 }, (_, index) => toReview(index + 1, index < 8 ? 'accepted' : 'rejected'));
  expect(await applyQueue(createContext(20_000), reviews)).toEqual({ errors: [], uncommented: 0, left: 3 });
  expect(calls).toEqual([1, 2, 3, 4, 5, 6].map(number => `accepted ${number}`));
});

test('leaves a pull request with new commits open', async () => {
  const reviews = [1, 2, 3, 4].map(number => toReview(number, 'rejected', number === 4 ? 'older' : 'head'));
  expect(await applyQueue(createContext(20_000), reviews)).toMatchObject({ errors: [], left: 0 });
  expect(calls).toEqual(['rejected 1', 'rejected 2', 'rejected 3']);
});

test('does not count a review as failed if another pull request changed the record first', async () => {
  const apply = () => Promise.reject(new OutdatedReviewError('It was added after the review.'));
  const reviews = [toReview(1, 'accepted'), toReview(2, 'rejected')];
  expect(await applyQueue({ ...createContext(1), apply }, reviews)).toEqual({ errors: [], uncommented: 0, left: 0 });
  expect(calls).toEqual(['rejected 2']);
});

/** Each change takes the given number of milliseconds. */
function createContext(duration: number): ApplyQueueContext {
  const record = async (call: string) => {
    time += duration;
    calls.push(call);
    return call;
  };
  return {
    apply: ({ pull }) => record(`accepted ${pull}`),
    reject: ({ pull }) => record(`rejected ${pull}`),
    repository: createRepository(record),
    log: () => undefined,
    now: () => time,
  };
}

function createRepository(record: (call: string) => Promise<string>): Repository {
  const octokit = githubClient({ apiUrl: 'http://127.0.0.1:1', credentials: { token: 'none' } });
  octokit.hook.wrap('request', async (_, { method, url, issue_number, labels }) => {
    const pull = { state: 'open', head: { sha: 'head' }, labels: [{ name: 'bug' }] };
    if (method === 'PATCH') await record(`closed ${issue_number} with ${labels}`);
    return { status: 200, url, headers: {}, data: pull };
  });
  return { octokit, owner: 'acme', name: 'registry', base: 'main' };
}

function toReview(pull: number, verdict: 'accepted' | 'rejected', head_sha = 'head'): Review {
  return { pull, head_sha, origin: undefined, decision: { verdict } } as unknown as Review;
}

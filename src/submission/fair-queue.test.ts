import { expect, test } from 'vitest';
import { backoffMs, createFairQueue, type FairQueue } from './fair-queue.ts';

interface Job {
  readonly domain: string;
  readonly isExempt?: boolean;
}

let now = 0;

function queueOf(jobs: readonly Job[]): FairQueue<Job> {
  const queue = createFairQueue<Job>({
    groupOf: ({ domain }) => domain,
    isExempt: ({ isExempt }) => isExempt ?? false,
    maxPerGroup: 3,
    now: () => now,
  });
  for (const job of jobs) queue.add(job);
  return queue;
}

function jobsOf(domains: string): Job[] {
  return [...domains].map(domain => ({ domain }));
}

/** Takes all jobs that may start now. */
function takeAll(queue: FairQueue<Job>): string {
  let taken = '';
  for (let job = queue.take(); job; job = queue.take()) taken += job.domain;
  return taken;
}

test('takes turns between groups, at most 3 jobs of each at the same time', () => {
  expect(takeAll(queueOf(jobsOf('aaaaaaaabbbbc')))).toBe('abcabab');
});

test('serves a new group before groups with running jobs', () => {
  const queue = queueOf(jobsOf('aaabbb'));
  expect([queue.take()?.domain, queue.take()?.domain]).toEqual(['a', 'b']);
  queue.add({ domain: 'new' });
  expect(queue.take()?.domain).toBe('new');
});

test('starts the next job of a full group when one of its jobs ends', () => {
  const queue = queueOf(jobsOf('aaaa'));
  expect(takeAll(queue)).toBe('aaa');
  queue.release({ domain: 'a' }, false);
  expect(takeAll(queue)).toBe('a');
});

test('forgets the oldest of many idle groups, but no job', () => {
  const queue = queueOf(jobsOf('aaaa'));
  expect(takeAll(queue)).toBe('aaa');
  const runInconclusive = (domain: string) => {
    const job = { domain };
    queue.add(job);
    const isStarted = queue.take() === job;
    if (isStarted) queue.release(job, true);
    return isStarted;
  };
  for (let n = 0; n < 10_000; n++) runInconclusive(`slow-${n}`);
  // Only a remembered group has a delay after its second inconclusive job.
  expect([1, 2, 3].map(() => runInconclusive('slow-0'))).toEqual([true, true, false]);
  expect([1, 2].map(() => runInconclusive('slow-9999'))).toEqual([true, false]);
  expect(queue.sizeOf({ domain: 'a' })).toBe(4);
  queue.release({ domain: 'a' }, false);
  expect(takeAll(queue)).toBe('a');
});

test('removes a waiting job, and leaves the turns of the others', () => {
  const [first, ...others] = jobsOf('abab');
  const queue = queueOf(first ? [first, ...others] : []);
  expect(queue.sizeOf({ domain: 'a' })).toBe(2);
  if (first) queue.remove(first);
  expect(queue.sizeOf({ domain: 'a' })).toBe(1);
  expect(takeAll(queue)).toBe('bab');
  queue.remove({ domain: 'unknown' });
  expect(queue.sizeOf({ domain: 'unknown' })).toBe(0);
});

test('delays a group after two inconclusive jobs in a row, until a conclusive one', () => {
  const queue = queueOf(jobsOf('aaaaa'));
  takeAll(queue);
  queue.release({ domain: 'a' }, true);
  queue.release({ domain: 'a' }, true);
  expect(takeAll(queue)).toBe('');
  expect(queue.nextReadyInMs()).toBe(5_000);
  now += 5_000;
  expect(queue.nextReadyInMs()).toBe(0);
  expect(queue.take()).toBeDefined();
  queue.release({ domain: 'a' }, true);
  expect(queue.nextReadyInMs()).toBe(10_000);
  queue.release({ domain: 'a' }, false);
  expect(takeAll(queue)).toBe('a');
});

test('remembers an idle group that is delayed', () => {
  const queue = queueOf(jobsOf('aa'));
  takeAll(queue);
  for (let job = 0; job < 2; job++) queue.release({ domain: 'a' }, true);
  queue.add({ domain: 'a' });
  expect(queue.take()).toBeUndefined();
});

test('takes exempt jobs of a delayed group, and does not count them', () => {
  const queue = queueOf(jobsOf('aa'));
  takeAll(queue);
  for (let job = 0; job < 2; job++) queue.release({ domain: 'a' }, true);
  const exempt = { domain: 'a', isExempt: true };
  for (const job of [{ domain: 'a' }, exempt]) queue.add(job);
  expect(queue.take()).toBe(exempt);
  queue.release(exempt, true);
  expect(queue.nextReadyInMs()).toBe(5_000);
});

test('doubles the delay up to 10 minutes', () => {
  expect([0, 1, 2, 3, 4, 8, 9, 100].map(backoffMs)).toEqual([0, 0, 5e3, 1e4, 2e4, 32e4, 6e5, 6e5]);
});

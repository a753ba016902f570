import { afterEach, expect, test, vi } from 'vitest';
import { createWorkQueue, type WorkQueueOptions } from './queue.ts';

afterEach(() => void vi.useRealTimers());

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

const UNLIMITED: Omit<WorkQueueOptions<number, number>, 'prepare' | 'settle'> = {
  maxConcurrent: 4,
  maxRunning: 8,
  slowAfterMs: 60_000,
  maxPerGroup: 1,
  maxBatch: 8,
  groupOf: String,
  isExempt: () => false,
  isInconclusive: () => false,
  now: () => performance.now(),
};

test('prepares a limited number of jobs in parallel and settles them one batch at a time', async () => {
  let [preparing, most, settling] = [0, 0, 0];
  const batches: number[][] = [];
  const done = Promise.withResolvers<void>();
  const queue = createWorkQueue<number, number>({
    ...UNLIMITED,
    async prepare(job) {
      most = Math.max(most, ++preparing);
      await pause(1);
      preparing--;
      return job;
    },
    async settle(results) {
      expect(++settling).toBe(1);
      await pause(3);
      settling--;
      batches.push([...results]);
      if (batches.flat().length === 50) done.resolve();
    },
  });
  for (let job = 0; job < 50; job++) queue.add(job);
  await done.promise;
  expect(most).toBe(4);
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(8);
  expect(batches.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, job) => job));
});

test('closes after the current batch and starts no new job', async () => {
  const settled: number[] = [];
  const begun = Promise.withResolvers<void>();
  const queue = createWorkQueue<number, number>({
    ...UNLIMITED,
    maxConcurrent: 1,
    maxBatch: 1,
    prepare: async job => job,
    async settle(results) {
      begun.resolve();
      await pause(10);
      settled.push(...results);
    },
  });
  for (const job of [1, 2, 3]) queue.add(job);
  await begun.promise;
  await queue.close();
  await pause(20);
  expect(settled).toEqual([1]);
});

test('starts another job when one turns out to be slow, up to the maximum', async () => {
  const started: number[] = [];
  const queue = createWorkQueue<number, number>({
    ...UNLIMITED,
    maxConcurrent: 1,
    maxRunning: 3,
    slowAfterMs: 5,
    prepare: job => {
      started.push(job);
      return new Promise(() => undefined);
    },
    settle: async () => undefined,
  });
  for (const job of [1, 2, 3, 4]) queue.add(job);
  expect(started).toEqual([1]);
  await expect.poll(() => started).toEqual([1, 2, 3]);
  await pause(50);
  expect(started).toEqual([1, 2, 3]);
  await queue.close();
});

test('does not count a completed job as slow later', async () => {
  vi.useFakeTimers();
  const hanging = new Promise<never>(() => undefined);
  const started: number[] = [];
  const queue = createWorkQueue<number, number>({
    ...UNLIMITED,
    maxConcurrent: 1,
    slowAfterMs: 40,
    prepare: job => {
      started.push(job);
      return job <= 3 ? Promise.resolve(job) : hanging;
    },
    settle: async () => undefined,
  });
  for (const job of [1, 2, 3, 4, 5, 6, 7]) queue.add(job);
  // Only the fourth job becomes slow, which starts the fifth.
  await vi.advanceTimersByTimeAsync(40);
  expect(started).toEqual([1, 2, 3, 4, 5]);
  await queue.close();
});

test('runs at most 3 jobs of a group at the same time', async () => {
  let [running, most] = [0, 0];
  const done = Promise.withResolvers<void>();
  let settled = 0;
  const queue = createWorkQueue<number, number>({
    ...UNLIMITED,
    maxPerGroup: 3,
    groupOf: () => 'example.com',
    async prepare(job) {
      most = Math.max(most, ++running);
      await pause(2);
      running -= 1;
      return job;
    },
    async settle(results) {
      settled += results.length;
      if (settled === 12) done.resolve();
    },
  });
  for (let job = 0; job < 12; job++) queue.add(job);
  await done.promise;
  expect(most).toBe(3);
});

test('continues with a delayed group when its delay ends', async () => {
  let now = 0;
  const started: number[] = [];
  const queue = createWorkQueue<number, number>({
    ...UNLIMITED,
    groupOf: () => 'example.com',
    isInconclusive: () => true,
    // Time passes with each reading, so that the timer for the rest of the delay fires at once.
    now: () => (now += 4_900),
    async prepare(job) {
      started.push(job);
      return job;
    },
    settle: async () => undefined,
  });
  for (const job of [1, 2, 3]) queue.add(job);
  await expect.poll(() => started).toEqual([1, 2, 3]);
  await queue.close();
});

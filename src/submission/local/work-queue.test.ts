import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

test('prepares a limited number of jobs in parallel and settles them one batch at a time', async () => {
  let [preparing, most, settling] = [0, 0, 0];
  const batches: number[][] = [];
  const done = Promise.withResolvers<void>();
  const line = createWorkQueue<number, number>({
    atOnce: 4,
    mostTogether: 8,
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
  for (let job = 0; job < 50; job++) line.add(job);
  await done.promise;
  expect(most).toBe(4);
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(8);
  expect(batches.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, job) => job));
});

test('closes after the current batch and starts no new job', async () => {
  const settled: number[] = [];
  const begun = Promise.withResolvers<void>();
  const line = createWorkQueue<number, number>({
    atOnce: 1,
    mostTogether: 1,
    prepare: async job => job,
    async settle(results) {
      begun.resolve();
      await pause(10);
      settled.push(...results);
    },
  });
  for (const job of [1, 2, 3]) line.add(job);
  await begun.promise;
  await line.close();
  await pause(20);
  expect(settled).toEqual([1]);
});

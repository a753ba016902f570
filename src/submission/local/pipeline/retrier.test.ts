import { expect, test } from 'vitest';
import { createRetrier } from './retrier.ts';

test('retries failed items until they succeed, and reports the first failure of a series', async () => {
  const failures = new Map([
    ['a', 2],
    ['b', 1],
  ]);
  const done: string[] = [];
  const faults: unknown[] = [];
  const retrier = createRetrier<string>(
    async item => {
      const left = failures.get(item) ?? 0;
      failures.set(item, left - 1);
      if (left > 0) throw new Error(`no room for ${item}`);
      done.push(item);
    },
    error => faults.push(error),
  );
  await retrier.run(['a', 'b', 'c']);
  expect(done).toEqual(['c']);
  await expect.poll(() => done).toEqual(['c', 'b', 'a']);
  expect(faults).toEqual([new Error('no room for a')]);
  await retrier.close();
});

test('stops when it is closed', async () => {
  let attempts = 0;
  const retrier = createRetrier(
    async () => {
      attempts += 1;
      throw new Error('no room');
    },
    () => undefined,
  );
  await retrier.run([1]);
  await retrier.close();
  await retrier.run([2]);
  await new Promise(resolve => setTimeout(resolve, 400));
  expect(attempts).toBe(1);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withinDeadline } from './deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('ends work at the deadline, even if it ignores the signal', async () => {
  let signal: AbortSignal | undefined;
  const result = withinDeadline(100, given => {
    signal = given;
    return new Promise<never>(() => undefined);
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toMatchObject({ outcome: 'failed', kind: 'timeout' });
  expect(signal?.aborted).toBe(true);
});

test.each([
  ['is done', async () => 1],
  ['fails', async () => Promise.reject(new Error('broken'))],
])('leaves no timer and no open request when the work %s', async (_, work) => {
  let signal: AbortSignal | undefined;
  const start = (given: AbortSignal) => {
    signal = given;
    return work();
  };
  await withinDeadline(10_000, start, new AbortController().signal).catch(() => undefined);
  expect(vi.getTimerCount()).toBe(0);
  expect(signal?.aborted).toBe(true);
});

test('starts no work for a caller that has aborted', async () => {
  const work = vi.fn(async () => 1);
  expect(await withinDeadline(10_000, work, AbortSignal.abort())).toMatchObject({ outcome: 'failed', kind: 'aborted' });
  expect(work).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimeout, sleep } from './sleep.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DAY = 86_400_000;

test('lasts longer than the longest timer', async () => {
  const onEnd = vi.fn();
  const sleeping = sleep(60 * DAY).then(onEnd);
  await vi.advanceTimersByTimeAsync(60 * DAY - 1);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledOnce();
  await sleeping;
});

test('rejects with the reason of the signal after the first timer', async () => {
  const controller = new AbortController();
  const sleeping = sleep(60 * DAY, controller.signal);
  const reason = expect(sleeping).rejects.toThrow('stopped');
  await vi.advanceTimersByTimeAsync(30 * DAY);
  controller.abort(new Error('stopped'));
  await reason;
  expect(vi.getTimerCount()).toBe(0);
});

test.each([0, -1, Number.NaN])('rejects the timeout %s', timeout => {
  expect(() => createTimeout(timeout)).toThrow(/Invalid timeoutMs: .+ Use a number above 0, or Infinity/);
});

test.each([Number.POSITIVE_INFINITY, 2 ** 31])('creates no timer for the timeout %s', timeout => {
  expect(createTimeout(timeout)).toBeUndefined();
});

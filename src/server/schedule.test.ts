import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSchedule } from './schedule.ts';

const HOUR = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scheduleOf(options: { intervalMs?: number; random?: () => number; run?: () => Promise<string> }) {
  const starts: number[] = [];
  const faults: unknown[] = [];
  const began = Date.now();
  const schedule = createSchedule({
    intervalMs: options.intervalMs,
    random: options.random ?? (() => 0),
    onFault: fault => void faults.push(fault),
    async run() {
      starts.push(Date.now() - began);
      return options.run ? options.run() : 'done';
    },
  });
  return { schedule, starts, faults };
}

test('starts within a minute, and then at most one interval after the last start', async () => {
  const { schedule, starts } = scheduleOf({ intervalMs: 6 * HOUR, random: () => 0.5 });
  await vi.advanceTimersByTimeAsync(13 * HOUR);
  const jittered = 6 * HOUR * 0.95;
  expect(starts).toEqual([30_000, 30_000 + jittered, 30_000 + 2 * jittered]);
  await schedule.close();
  await vi.advanceTimersByTimeAsync(24 * HOUR);
  expect(starts).toHaveLength(3);
});

test('starts within a minute after the machine slept for longer than the interval', async () => {
  const { schedule, starts } = scheduleOf({ intervalMs: 6 * HOUR });
  await vi.advanceTimersByTimeAsync(HOUR);
  vi.setSystemTime(Date.now() + 30 * 24 * HOUR);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(starts).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(5 * HOUR);
  expect(starts).toHaveLength(2);
  await schedule.close();
});

test('keeps the interval if the clock is set back', async () => {
  const { schedule, starts } = scheduleOf({ intervalMs: 6 * HOUR });
  await vi.advanceTimersByTimeAsync(HOUR);
  vi.setSystemTime(Date.now() - 24 * HOUR);
  await vi.advanceTimersByTimeAsync(5 * HOUR);
  expect(starts).toHaveLength(2);
  await schedule.close();
});

test('starts no run by itself without an interval', async () => {
  const { schedule, starts } = scheduleOf({});
  await vi.advanceTimersByTimeAsync(48 * HOUR);
  expect(starts).toEqual([]);
  expect(await schedule.runNow()).toBe('done');
});

test('joins the current run, and never runs twice at the same time', async () => {
  const gate = Promise.withResolvers<string>();
  const { schedule, starts } = scheduleOf({ intervalMs: HOUR, run: () => gate.promise });
  await vi.advanceTimersByTimeAsync(5 * HOUR);
  expect(starts).toEqual([0]);
  const joined = schedule.runNow();
  gate.resolve('first');
  expect(await joined).toBe('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(starts).toHaveLength(2);
});

test('repeats a failed run after 10 minutes until it succeeds', async () => {
  let attempts = 0;
  const { schedule, starts, faults } = scheduleOf({
    intervalMs: 6 * HOUR,
    run: async () => {
      if (++attempts <= 2) throw new Error('disk full');
      return 'done';
    },
  });
  await vi.advanceTimersByTimeAsync(6 * HOUR);
  expect(starts).toEqual([0, HOUR / 6, HOUR / 3]);
  expect(faults).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(starts).toHaveLength(4);
  await schedule.close();
});

test('keeps an interval under 10 minutes after a failed run', async () => {
  const { schedule, starts } = scheduleOf({ intervalMs: HOUR / 60, run: () => Promise.reject(new Error('disk full')) });
  await vi.advanceTimersByTimeAsync(HOUR / 20);
  expect(starts).toEqual([0, HOUR / 60, HOUR / 30, HOUR / 20]);
  await schedule.close();
});

test('repeats no failed run after it is closed', async () => {
  const gate = Promise.withResolvers<string>();
  const { schedule, starts } = scheduleOf({ intervalMs: HOUR, run: () => gate.promise });
  await vi.advanceTimersByTimeAsync(0);
  const closed = schedule.close();
  gate.reject(new Error('disk full'));
  await closed;
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(starts).toEqual([0]);
});

test('repeats no failed run without an interval', async () => {
  const { schedule, starts } = scheduleOf({ run: () => Promise.reject(new Error('disk full')) });
  await expect(schedule.runNow()).rejects.toThrow('disk full');
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(starts).toEqual([0]);
});

import type { DayResult } from '#contract/detail.ts';

const DAY = 86_400_000;

/** The date of the last result. Undefined if there are no results. */
export function lastDay(results: readonly DayResult[]): string | undefined {
  return results
    .map(({ date }) => date)
    .sort()
    .at(-1);
}

/** The dates of consecutive days up to the given one, oldest first: `2026-11-20`. */
export function daysUntil(last: string, count: number): readonly string[] {
  const end = Date.parse(last);
  return Array.from({ length: count }, (_, at) => new Date(end - (count - 1 - at) * DAY).toISOString().slice(0, 10));
}

import type { DayResult } from '#contract/detail.ts';
import { MAX_RESULT_DAYS } from '#listing/observation.ts';
import { formatDate } from '../format/calendar.ts';
import { count } from '../format/numbers.ts';
import { findLastDay, getDaysUntil } from '../state/days.ts';
import { median } from '../state/median.ts';

/** The measurements of one origin in the 90 days up to its last check. */
export interface Measured {
  /** One result per day, oldest first. Undefined for days without a check. */
  readonly days: readonly (DayResult | undefined)[];
  readonly first: string;
  readonly last: string;
  readonly passed: number;
  /** Number of days with a conclusive result. */
  readonly decided: number;
  readonly failedDays: readonly string[];
  /** In milliseconds. Null if no response was timed. */
  readonly medianMs: number | null;
  readonly fastestMs: number | null;
  readonly slowestMs: number | null;
}

/** Summarizes daily results. Undefined without results. */
export function measuredOf(results: readonly DayResult[] = []): Measured | undefined {
  const last = findLastDay(results.map(({ date }) => date));
  if (last === undefined) return undefined;
  const byDate = new Map(results.map(result => [result.date, result]));
  const dates = getDaysUntil(last, MAX_RESULT_DAYS);
  const days = dates.map(date => byDate.get(date));
  const seen = days.filter(day => day !== undefined);
  const times = seen.flatMap(({ ms }) => ms ?? []);
  const failedDays = seen.filter(({ outcome }) => outcome === 'failed').map(({ date }) => date);
  const passed = seen.filter(({ outcome }) => outcome === 'passed').length;
  return {
    days,
    first: dates[0] ?? last,
    last,
    passed,
    decided: passed + failedDays.length,
    failedDays,
    medianMs: median(times),
    fastestMs: times.length === 0 ? null : Math.min(...times),
    slowestMs: times.length === 0 ? null : Math.max(...times),
  };
}

/** With fewer conclusive days, their number says more than a percentage. */
export const MIN_DAYS = 7;

/**
 * The share of conclusive days that passed, in percent with one decimal, rounded down: `99.9%`. Before there are enough
 * days, the days themselves: `1 of 1 day`.
 */
export function computePassRate({ passed, decided }: Pick<Measured, 'passed' | 'decided'>): string {
  if (decided === 0) return 'inconclusive';
  if (decided < MIN_DAYS) return `${passed} of ${count(decided, 'day')}`;
  const share = Math.floor((passed / decided) * 1000) / 10;
  return `${share}%`;
}

/** Formats the measurements: `Passed on 88 of 89 days`. */
export function formatMeasurementDate({ passed, decided }: Pick<Measured, 'passed' | 'decided'>): string {
  return decided === 0 ? 'No conclusive checks yet' : `Passed on ${passed} of ${count(decided, 'day')}`;
}

/** The number of failed days that are listed. */
const MAX_FAILED_DAYS = 5;

/** Formats the days with failed checks, and the number of those before the listed ones. */
export function formatFailedDays({ failedDays }: Pick<Measured, 'failedDays'>): string {
  const earlier = failedDays.length - MAX_FAILED_DAYS;
  const days = failedDays.slice(-MAX_FAILED_DAYS).map(formatDate).join(', ');
  return earlier > 0 ? `Failed on ${days}, and on ${count(earlier, 'earlier day')}.` : `Failed on ${days}.`;
}

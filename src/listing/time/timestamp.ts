import type { Instant } from '#contract/instant.ts';

/** Formats milliseconds since 1970 as a timestamp, without fractions of a second. */
export function instant(milliseconds: number): Instant {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Returns whether a value is a timestamp in UTC with a valid date and time. */
export function isTimestamp(value: unknown): value is Instant {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && instant(time).slice(0, 19) === value.slice(0, 19);
}

/**
 * Compares two times. Timestamps of the same length are in UTC and have the same format, so that their text has the order
 * of the times; parsing all times of a large registry would take most of the time of its summary.
 */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.length === b.length) return a < b ? -1 : Number(a > b);
  return Date.parse(a) - Date.parse(b);
}

/**
 * Returns the `updated_at` of a change: now, or a second after that of the last change if the clock has not reached it,
 * because it was set back or two changes came within a second. Mirrors and jobs detect changes by it, so it increases with
 * each change.
 *
 * @param now milliseconds since 1970
 * @param last the `updated_at` of the last change; undefined for a new record
 */
export function computeUpdatedAt(now: number, last: Instant | undefined): Instant {
  return instant(last === undefined ? now : Math.max(now, Date.parse(last) + 1000));
}

/** Returns the latest time. Null without times. */
export function latest(times: Iterable<Instant | null>): Instant | null {
  let last: Instant | null = null;
  for (const time of times) {
    if (time !== null && (last === null || compareInstants(time, last) > 0)) last = time;
  }
  return last;
}

/** Returns the earliest time. Null without times. */
export function earliest(times: Iterable<Instant | null>): Instant | null {
  let first: Instant | null = null;
  for (const time of times) {
    if (time !== null && (first === null || compareInstants(time, first) < 0)) first = time;
  }
  return first;
}

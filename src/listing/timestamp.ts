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

/** Returns the latest time. Null without times. */
export function latest(times: Iterable<Instant | null>): Instant | null {
  let last: Instant | null = null;
  for (const time of times) {
    if (time !== null && (last === null || Date.parse(time) > Date.parse(last))) last = time;
  }
  return last;
}

/** Returns the earliest time. Null without times. */
export function earliest(times: Iterable<Instant | null>): Instant | null {
  let first: Instant | null = null;
  for (const time of times) {
    if (time !== null && (first === null || Date.parse(time) < Date.parse(first))) first = time;
  }
  return first;
}

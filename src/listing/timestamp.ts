import type { Instant } from '#contract/instant.ts';

/** The moment of a clock reading, in milliseconds since 1970, to the second. */
export function instant(milliseconds: number): Instant {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Whether a value is a moment in that form, and one that exists. */
export function isTimestamp(value: unknown): value is Instant {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && instant(time).slice(0, 19) === value.slice(0, 19);
}

/** The latest of some moments; null when there is none. */
export function latest(moments: Iterable<Instant | null>): Instant | null {
  let last: Instant | null = null;
  for (const moment of moments) {
    if (moment !== null && (last === null || Date.parse(moment) > Date.parse(last))) last = moment;
  }
  return last;
}

/** The earliest of some moments; null when there is none. */
export function earliest(moments: Iterable<Instant | null>): Instant | null {
  let first: Instant | null = null;
  for (const moment of moments) {
    if (moment !== null && (first === null || Date.parse(moment) < Date.parse(first))) first = moment;
  }
  return first;
}

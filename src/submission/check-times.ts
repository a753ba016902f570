import type { Instant } from '#contract/instant.ts';
import type { Observation } from '#listing/observation.ts';
import { MAX_REVALIDATION_INTERVAL_MS } from '#listing/time/revalidation-interval.ts';
import { instant } from '#listing/time/timestamp.ts';
import { MAX_RETRY_AFTER } from '#verify/fetch/retry-after.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The time between the moment a check becomes due and `next_check_by`: the longest interval between two runs, and an hour
 * for the run itself.
 */
export const SLACK = MAX_REVALIDATION_INTERVAL_MS + HOUR;

/** An origin that has failed for this long is checked only once a week. */
const MAX_DAILY_RETRY_AGE = 14 * DAY;

/**
 * Returns the deadline for the next check, which is due 24 hours after a completed one. A failing origin is checked again
 * 24 hours later, which decides whether it has lapsed, and once a week after two weeks of failures. A `Retry-After` of an
 * origin is honored for up to a week.
 *
 * @param now milliseconds since 1970
 * @param failingSince the start of the current run of failures, if any
 * @param retryAfter seconds to wait, as the origin requested
 */
export function nextCheckBy(now: number, failingSince?: Instant, retryAfter = 0): Instant {
  const delay = failingSince === undefined ? DAY : getFailureDelay(now - Date.parse(failingSince));
  return instant(now + Math.max(delay, getRetryAfterDelay(retryAfter)) + SLACK);
}

/** Returns the deadline after an inconclusive check: soon, but not before the time that the origin requested. */
export function retryBy(now: number, retryAfter = 0): Instant {
  return instant(now + Math.max(HOUR, getRetryAfterDelay(retryAfter)) + SLACK);
}

/**
 * Whether a listing's next check is due. If the last check is in the future, the clock has been set back since, and the
 * deadline from that clock is ignored.
 *
 * @param now milliseconds since 1970
 */
export function isDue(observation: Observation | undefined, now: number): boolean {
  return dueAt(observation) <= now || Date.parse(observation?.last_checked_at ?? '') > now;
}

/**
 * When a listing's next check becomes due, in milliseconds since 1970. Returns 0 for a listing that has never been
 * checked. One without a deadline was blocked or withdrawn until now: it is due a day after its last check.
 */
export function dueAt(observation: Observation | undefined): number {
  const { next_check_by: deadline, last_checked_at: checkedAt } = observation ?? {};
  if (deadline) return Date.parse(deadline) - SLACK;
  return checkedAt ? Date.parse(checkedAt) + DAY : 0;
}

function getFailureDelay(failingFor: number): number {
  return failingFor > MAX_DAILY_RETRY_AGE ? 7 * DAY : DAY;
}

function getRetryAfterDelay(retryAfter: number): number {
  return Math.min(retryAfter, MAX_RETRY_AFTER) * 1000;
}

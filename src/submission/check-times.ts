import type { Instant } from '#contract/instant.ts';
import type { Observation } from '#listing/observation.ts';
import { instant } from '#listing/timestamp.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The time between the moment a check becomes due and `next_check_by`. A late or failed run may take this long. */
export const SLACK = 6 * HOUR;

/** An origin that has failed for this long is checked only once a week. */
const MAX_DAILY_RETRY_AGE = 14 * DAY;

/** The longest delay that an origin may request. */
const MAX_RETRY_AFTER = 7 * DAY;

/**
 * Returns the deadline for the next check. Each listing has its own time of day, derived from its id, so that ten
 * thousand checks spread over the day. A check is due at the first such time that is at least half a day after the last
 * check. A failing origin is checked again 24 hours later, which decides whether it has lapsed, and once a week after
 * two weeks of failures. A `Retry-After` of an origin is honored for up to a week.
 *
 * @param id the listing's id
 * @param now milliseconds since 1970
 * @param failingSince the start of the current run of failures, if any
 * @param retryAfter seconds to wait, as the origin requested
 */
export function nextCheckBy(id: string, now: number, failingSince?: Instant, retryAfter = 0): Instant {
  const due =
    failingSince === undefined ? getNextSlot(id, now + DAY / 2) : now + getFailureDelay(now - Date.parse(failingSince));
  return instant(Math.max(due, now + getRetryAfterDelay(retryAfter)) + SLACK);
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
 * checked.
 */
export function dueAt(observation: Observation | undefined): number {
  return observation?.next_check_by ? Date.parse(observation.next_check_by) - SLACK : 0;
}

/** The first moment at or after `earliest` at the id's time of day (FNV-1a). */
function getNextSlot(id: string, earliest: number): number {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const timeOfDay = Math.floor((hash / 2 ** 32) * DAY);
  return earliest + ((timeOfDay - (earliest % DAY) + DAY) % DAY);
}

function getFailureDelay(failingFor: number): number {
  return failingFor > MAX_DAILY_RETRY_AGE ? 7 * DAY : DAY;
}

function getRetryAfterDelay(retryAfter: number): number {
  return Math.min(retryAfter * 1000, MAX_RETRY_AFTER);
}

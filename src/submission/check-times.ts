import type { Instant } from '#contract/instant.ts';
import type { Observation } from '#listing/observation.ts';
import { instant } from '#listing/timestamp.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Between the moment at which a check becomes due and `next_check_by`: what a late or failed run may cost. */
export const SLACK = 6 * HOUR;

/** An origin that has failed for this long is asked once a week only. */
const PATIENCE = 14 * DAY;

/** The longest that an origin may ask to be left alone for. */
const LONGEST_REST = 7 * DAY;

/**
 * By when the check after this one is promised. Each listing has its own time of day, taken from its id, so that ten
 * thousand checks spread over the day, however they began; a check is due at the first such time at least half a day
 * after the last one. An origin that fails is asked again 24 hours later, which decides whether it has lapsed, and
 * once a week when that has gone on for a fortnight. Whoever asks to be left alone is, for up to a week.
 *
 * @param id the listing's id
 * @param now milliseconds since 1970
 * @param failingSince when the unbroken run of failures began, where there is one
 * @param retryAfter seconds for which the origin wants to be left alone
 */
export function nextCheckBy(id: string, now: number, failingSince?: Instant, retryAfter = 0): Instant {
  const due = failingSince === undefined ? nextSlot(id, now + DAY / 2) : now + pause(now - Date.parse(failingSince));
  return instant(Math.max(due, now + rest(retryAfter)) + SLACK);
}

/** The same after a check that could not decide: soon again, but not before the origin wants it. */
export function retryBy(now: number, retryAfter = 0): Instant {
  return instant(now + Math.max(HOUR, rest(retryAfter)) + SLACK);
}

/**
 * Whether a listing's next check is due. One that was last checked in the future was so by a clock that has been set
 * back, and what that clock promised counts for nothing.
 *
 * @param now milliseconds since 1970
 */
export function isDue(observation: Observation | undefined, now: number): boolean {
  return dueAt(observation) <= now || Date.parse(observation?.last_checked_at ?? '') > now;
}

/** When a listing's next check becomes due, in milliseconds since 1970; one that was never checked is due since ever. */
export function dueAt(observation: Observation | undefined): number {
  return observation?.next_check_by ? Date.parse(observation.next_check_by) - SLACK : 0;
}

/** The first moment from `earliest` on that falls on an id's time of day (FNV-1a). */
function nextSlot(id: string, earliest: number): number {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const timeOfDay = Math.floor((hash / 2 ** 32) * DAY);
  return earliest + ((timeOfDay - (earliest % DAY) + DAY) % DAY);
}

function pause(failingFor: number): number {
  return failingFor > PATIENCE ? 7 * DAY : DAY;
}

function rest(retryAfter: number): number {
  return Math.min(retryAfter * 1000, LONGEST_REST);
}

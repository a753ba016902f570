/**
 * The maximum number of origins of one registrable domain that may be listed for the first time in a UTC day (design:
 * Submission).
 */
export const MAX_NEW_LISTINGS_PER_DAY = 20;

const DAY = 86_400_000;

/** Seconds until the next UTC day begins and the limit resets; at least 1. */
export function secondsToNextDay(now: number): number {
  return Math.max(1, Math.ceil((DAY - (now % DAY)) / 1000));
}

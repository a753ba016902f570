import type { Blocklist } from '#listing/blocklist.ts';
import type { Origin } from '#listing/origin.ts';
import { rejectBlocked } from '../../blocklist.ts';
import { secondsToNextDay } from '../../daily-limit.ts';
import { limitUnit } from '../../limit-unit.ts';
import type { ListingIndex } from '../../listing-index.ts';
import { SubmissionError } from '../../submission.ts';

export interface IntakeLimitOptions {
  readonly index: ListingIndex;
  readonly blocklist: Blocklist;
  /** The maximum number of new listings per limit unit and UTC day. Undefined if an origin has no limit. */
  readonly limitFor: (origin: Origin, isPrivileged: boolean | undefined) => number | undefined;
  readonly now: () => number;
}

/**
 * Rejects a submission without a check of its origin: blocked origins, and new listings over the daily limit.
 *
 * @throws SubmissionError if the origin cannot be submitted now
 */
export type EnforceLimits = (origin: Origin, context: IntakeContext) => void;

export interface IntakeContext {
  /** The listings of the same limit unit that have an open submission. They count toward the limit until the decision. */
  readonly waiting: Iterable<string>;
  readonly isPrivileged: boolean | undefined;
}

/** A delay in seconds that is usually long enough for the open submissions of a domain to be decided. */
const RETRY_AFTER = 30;

/**
 * Creates the limits of submissions before they are queued.
 * @param options.limitFor returns the daily limit of new listings per domain; undefined for no limit
 */
export function createIntakeLimits({ index, blocklist, limitFor, now }: IntakeLimitOptions): EnforceLimits {
  return (origin, { waiting, isPrivileged }) => {
    rejectBlocked(origin, blocklist);
    const limit = limitFor(origin, isPrivileged);
    if (limit === undefined || index.has(origin.id)) return;
    const listed = index.listedOn(now(), origin);
    const unit = limitUnit(origin);
    if (listed >= limit) {
      const message = `${limit} APIs of ${unit} were listed today, which is the daily limit. Submit again tomorrow (UTC).`;
      throw new SubmissionError('too-many', message, { retryAfter: secondsToNextDay(now()) });
    }
    const newListings = [...waiting].filter(id => !index.has(id));
    if (listed + newListings.length >= limit) {
      const message = `Including open submissions, ${limit} APIs of ${unit} would be listed today, which is the daily limit.`;
      throw new SubmissionError('too-many', message, { retryAfter: RETRY_AFTER });
    }
  };
}

import type { Origin } from '#listing/origin.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';
import type { Blocklist } from '../blocklist.ts';
import { secondsToNextDay } from '../daily-limit.ts';
import { limitUnit } from '../limit-unit.ts';
import type { ListingIndex } from '../listing-index.ts';
import { SubmissionError } from '../submission.ts';

export interface InspectionOptions {
  readonly index: ListingIndex;
  readonly refusals: Blocklist;
  /** Whether requests with local privileges may list http and loopback origins. */
  readonly local: boolean;
  /** The maximum number of new listings per limit unit and UTC day. Undefined if an origin has no limit. */
  readonly limitFor: (origin: Origin, isPrivileged: boolean | undefined) => number | undefined;
  readonly now: () => number;
}

/** @throws SubmissionError if an origin cannot be submitted now */
export type Inspect = (origin: Origin, context: InspectionContext) => void;

export interface InspectionContext {
  /** The listings of the same limit unit that have an open submission. */
  readonly waiting: Iterable<string>;
  readonly isPrivileged: boolean | undefined;
}

/** A delay in seconds that is usually long enough for the open submissions of a domain to be decided. */
const RETRY_AFTER = 30;

/**
 * Creates the inspector, which rejects submissions without a check of the origin: invalid URLs, blocked origins, and
 * new listings over the daily limit. Open submissions count toward the limit until they are decided.
 */
export function createInspector({ index, refusals, local, limitFor, now }: InspectionOptions): Inspect {
  return (origin, { waiting, isPrivileged }) => {
    const validated = validateUrl(origin.url, { listingOrigin: origin.url, local: local && isPrivileged !== false });
    if (!validated.ok) {
      throw new SubmissionError('refused', `${validated.error.message} ${validated.error.hint}`);
    }
    const refused = refusals(origin);
    if (refused !== undefined)
      throw new SubmissionError('refused', `This registry does not list ${origin.url}: ${refused}`);
    const limit = limitFor(origin, isPrivileged);
    if (limit === undefined || index.has(origin.id)) return;
    const listed = index.listedOn(now(), origin.url);
    const unit = limitUnit(origin.url);
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

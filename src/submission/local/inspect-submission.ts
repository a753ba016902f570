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
  /** New listings of a limit unit in a UTC day; undefined if an origin has no limit. */
  readonly limitFor: (origin: Origin, isPrivileged: boolean | undefined) => number | undefined;
  readonly now: () => number;
}

/** @throws SubmissionFault if an origin cannot be submitted now */
export type Inspect = (origin: Origin, context: InspectionContext) => void;

export interface InspectionContext {
  /** The listings of the same limit unit that have an open submission. */
  readonly waiting: Iterable<string>;
  readonly isPrivileged: boolean | undefined;
}

/** Seconds after which a domain's open submissions are likely decided. */
const SOON = 30;

/**
 * Tells at once what needs no check of the origin: an address that is never asked, one that is refused for good, and a
 * flood. Open submissions count as listed ones until they are decided.
 */
export function createInspector({ index, refusals, local, limitFor, now }: InspectionOptions): Inspect {
  return (origin, { waiting, isPrivileged }) => {
    const admission = validateUrl(origin.url, { listingOrigin: origin.url, local: local && isPrivileged !== false });
    if (!admission.ok) {
      throw new SubmissionError('refused', `${admission.error.message} ${admission.error.hint}`);
    }
    const refused = refusals(origin);
    if (refused !== undefined)
      throw new SubmissionError('refused', `This registry does not list ${origin.url}: ${refused}`);
    const limit = limitFor(origin, isPrivileged);
    if (limit === undefined || index.has(origin.id)) return;
    const listed = index.listedOn(now(), origin.url);
    const unit = limitUnit(origin.url);
    if (listed >= limit) {
      const message = `${limit} APIs of ${unit} were listed today, which is the limit of a day; submit again tomorrow (UTC).`;
      throw new SubmissionError('too-many', message, { retryAfter: secondsToNextDay(now()) });
    }
    const fresh = [...waiting].filter(id => !index.has(id));
    if (listed + fresh.length >= limit) {
      const message = `With those that are being checked, ${limit} APIs of ${unit} would be listed today, which is the limit of a day.`;
      throw new SubmissionError('too-many', message, { retryAfter: SOON });
    }
  };
}

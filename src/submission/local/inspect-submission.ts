import type { Origin } from '#listing/origin.ts';
import { registrableDomain } from '#listing/origin.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';
import type { Blocklist } from '../blocklist.ts';
import { secondsToNextDay } from '../daily-limit.ts';
import type { ListingIndex } from '../listing-index.ts';
import { type OpenSubmission, SubmissionError } from '../submission.ts';

export interface InspectionOptions {
  readonly index: ListingIndex;
  readonly refusals: Blocklist;
  /** Whether http and loopback may be listed. */
  readonly local: boolean;
  /** The daily limit of new listings for an origin's domain; undefined when it has none. */
  readonly limitFor: (origin: Origin) => number | undefined;
  readonly now: () => number;
}

/** @throws SubmissionFault when an origin is not to be taken in, beside the submissions that are open */
export type Inspect = (origin: Origin, open: Iterable<OpenSubmission>) => void;

/** Seconds after which a domain's open submissions are likely decided. */
const SOON = 30;

/**
 * Tells at once what needs no check of the origin: an address that is never asked, one that is refused for good, and a
 * flood. Open submissions count as listed ones until they are decided.
 */
export function createInspector({ index, refusals, local, limitFor, now }: InspectionOptions): Inspect {
  return (origin, open) => {
    const admission = validateUrl(origin.url, { listingOrigin: origin.url, local });
    if (!admission.ok) {
      throw new SubmissionError('refused', `${admission.error.message} ${admission.error.hint}`);
    }
    const refused = refusals(origin);
    if (refused !== undefined)
      throw new SubmissionError('refused', `This registry does not list ${origin.url}: ${refused}`);
    const limit = limitFor(origin);
    if (limit === undefined || index.has(origin.id)) return;
    const listed = index.listedOn(now(), origin.host);
    const domain = registrableDomain(origin.host);
    if (listed >= limit) {
      const message = `${limit} APIs of ${domain} were listed today, which is the limit of a day; submit again tomorrow (UTC).`;
      throw new SubmissionError('too-many', message, { retryAfter: secondsToNextDay(now()) });
    }
    const waiting = [...open].filter(each => !index.has(each.listing_id) && registrableDomain(hostOf(each)) === domain);
    if (listed + waiting.length >= limit) {
      const message = `With those that are being checked, ${limit} APIs of ${domain} would be listed today, which is the limit of a day.`;
      throw new SubmissionError('too-many', message, { retryAfter: SOON });
    }
  };
}

function hostOf({ url }: OpenSubmission): string {
  return new URL(url).hostname;
}

import type { Status } from '#contract/row.ts';
import type { ListingRecord } from './listing-record.ts';
import type { Failures, Observation } from './observation.ts';

/** The statuses that `GET /listings` returns by default. The others mark former listings. */
export const LISTED: readonly Status[] = ['verified', 'unverified'];

/** The minimum time between two failed checks before a listing lapses, in milliseconds. */
export const LAPSE_AFTER = 86_400_000;

/**
 * Returns the status of a listing (design: Record and observation). Inconclusive checks do not change it, because
 * observations do not count them.
 */
export function statusOf(record: ListingRecord, observation: Observation | undefined): Status {
  if (!isListed(record)) return 'withdrawn';
  if (record.source.type === 'documentation' || !observation?.verified_at) return 'unverified';
  return hasLapsed(observation.failures) ? 'lapsed' : 'verified';
}

/** Returns whether neither the publisher nor a maintainer withdrew the listing. */
export function isListed({ manifest, withdrawn }: ListingRecord): boolean {
  return withdrawn === undefined && manifest.listing_requested !== false;
}

/**
 * Returns whether at least two consecutive checks failed, 24 hours or more apart. The interval keeps a short outage from
 * delisting an API.
 */
export function hasLapsed(failures: Failures | undefined): boolean {
  return (
    failures !== undefined &&
    failures.count >= 2 &&
    Date.parse(failures.last_at) - Date.parse(failures.first_at) >= LAPSE_AFTER
  );
}

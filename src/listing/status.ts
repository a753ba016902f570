import type { Status } from '#contract/row.ts';
import type { ListingRecord } from './listing-record.ts';
import type { Failures, Observation } from './observation.ts';

/** The states that `GET /listings` returns unless `status` asks otherwise; the others are tombstones. */
export const LISTED: readonly Status[] = ['verified', 'unverified'];

/** Milliseconds that two failed checks in a row have to lie apart. */
export const LAPSE_AFTER = 86_400_000;

/**
 * The state of a listing, from what its publisher says and what our checks saw (design: Record and observation).
 * Inconclusive checks are in neither, so they change nothing.
 */
export function statusOf(record: ListingRecord, observation: Observation | undefined): Status {
  if (!isListed(record)) return 'withdrawn';
  if (record.source.type === 'documentation' || !observation?.verified_at) return 'unverified';
  return hasLapsed(observation.failures) ? 'lapsed' : 'verified';
}

/** Whether its publisher wants a listing and no maintainer took it back. */
export function isListed({ manifest, withdrawn }: ListingRecord): boolean {
  return withdrawn === undefined && manifest.listing_requested !== false;
}

/** Two failed checks in a row that are at least 24 hours apart: one bad hour delists nobody. */
export function hasLapsed(failures: Failures | undefined): boolean {
  return (
    failures !== undefined &&
    failures.count >= 2 &&
    Date.parse(failures.last_at) - Date.parse(failures.first_at) >= LAPSE_AFTER
  );
}

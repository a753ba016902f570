import type { Instant } from '#contract/instant.ts';
import type { Status } from '#contract/row.ts';
import type { Term } from '#manifest/taxonomy.ts';
import type { ListingRecord } from './listing-record.ts';
import type { Observation } from './observation.ts';
import { statusOf } from './status.ts';
import { latest } from './timestamp.ts';

/** A record and its observation together: what the registry publishes of one API (specification, section 2.2). */
export interface Listing {
  readonly record: ListingRecord;
  readonly status: Status;
  /** Earned from the live API; only a verified listing has any. */
  readonly badges: readonly Term<'badges'>[];
  readonly verified_at: Instant | null;
  readonly last_checked_at: Instant | null;
  readonly next_check_by: Instant | null;
  /** When anything that the registry publishes of this listing last changed; `updated_since` compares with it. */
  readonly changed_at: Instant;
  readonly observation: Observation | undefined;
}

/**
 * A listing, computed from its two halves. What documentation claims is never taken as verified, whatever an
 * observation says.
 */
export function listingOf(record: ListingRecord, observation?: Observation): Listing {
  const status = statusOf(record, observation);
  const seen = record.source.type === 'publisher' ? observation : undefined;
  return {
    record,
    status,
    badges: status === 'verified' ? (seen?.badges ?? []) : [],
    verified_at: seen?.verified_at ?? null,
    last_checked_at: seen?.last_checked_at ?? null,
    next_check_by: seen?.next_check_by ?? null,
    changed_at: latest([record.updated_at, seen?.last_checked_at ?? null]) ?? record.updated_at,
    observation: seen,
  };
}

import type { Instant } from '#contract/instant.ts';
import type { Status } from '#contract/row.ts';
import type { Term } from '#manifest/taxonomy.ts';
import type { ListingRecord } from './listing-record.ts';
import type { Observation } from './observation.ts';
import { statusOf } from './status.ts';
import { latest } from './timestamp.ts';

/** A record combined with its observation (specification, section 2.2). */
export interface Listing {
  readonly record: ListingRecord;
  readonly status: Status;
  /** Empty unless the listing is verified. */
  readonly badges: readonly Term<'badges'>[];
  readonly verified_at: Instant | null;
  readonly last_checked_at: Instant | null;
  readonly next_check_by: Instant | null;
  /** When any published data of the listing last changed. `updated_since` compares with it. */
  readonly changed_at: Instant;
  readonly observation: Observation | undefined;
}

/** Combines a record with its observation. Ignores the observation of a record that was written from documentation. */
export function listingOf(record: ListingRecord, observation?: Observation): Listing {
  const status = statusOf(record, observation);
  const observed = record.source.type === 'publisher' ? observation : undefined;
  return {
    record,
    status,
    badges: status === 'verified' ? (observed?.badges ?? []) : [],
    verified_at: observed?.verified_at ?? null,
    last_checked_at: observed?.last_checked_at ?? null,
    next_check_by: observed?.next_check_by ?? null,
    changed_at: latest([record.updated_at, observed?.last_checked_at ?? null]) ?? record.updated_at,
    observation: observed,
  };
}

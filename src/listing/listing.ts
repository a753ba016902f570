import type { Instant } from '#contract/instant.ts';
import type { Observed, Status } from '#contract/row.ts';
import type { Term } from '#manifest/taxonomy.ts';
import { findRecentIdentityChange, warnOfIdentityChange } from './identity-change.ts';
import type { ListingRecord } from './listing-record.ts';
import type { Observation } from './observation.ts';
import { observedOf } from './observed-facts.ts';
import { statusOf } from './status.ts';
import { latest } from './time/timestamp.ts';

/** A record combined with its observation (specification, section 2.2). */
export interface Listing {
  readonly record: ListingRecord;
  readonly status: Status;
  /** Empty unless the listing is verified. */
  readonly badges: readonly Term<'badges'>[];
  readonly verified_at: Instant | null;
  readonly last_checked_at: Instant | null;
  readonly next_check_by: Instant | null;
  readonly observed: Observed;
  /** When its name, contact, homepage, and all endpoints changed at once. Null unless that was in the last 30 days. */
  readonly identity_changed_at: Instant | null;
  /** When any published data of the listing last changed. `updated_since` compares with it. */
  readonly changed_at: Instant;
  readonly observation: Observation | undefined;
}

/**
 * Combines a record with its observation. A record that was written from documentation only gains observed facts, never a
 * badge or a verification.
 */
export function listingOf(record: ListingRecord, observation?: Observation): Listing {
  const status = statusOf(record, observation);
  const changed_at = latest([record.updated_at, observation?.last_checked_at ?? null]) ?? record.updated_at;
  const identity_changed_at = findRecentIdentityChange(record.identity_changed_at, changed_at);
  const observed = observedOf(observation);
  return {
    record,
    status,
    badges: status === 'verified' ? (observation?.badges ?? []) : [],
    verified_at: record.source.type === 'publisher' ? (observation?.verified_at ?? null) : null,
    last_checked_at: observation?.last_checked_at ?? null,
    next_check_by: observation?.next_check_by ?? null,
    observed:
      identity_changed_at === null
        ? observed
        : { ...observed, warnings: [warnOfIdentityChange(identity_changed_at), ...observed.warnings] },
    identity_changed_at,
    changed_at,
    observation,
  };
}

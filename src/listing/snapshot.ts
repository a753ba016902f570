import type { Instant } from '#contract/instant.ts';
import type { ListingRecord } from './listing-record.ts';

/** One version of a record. */
export interface Snapshot {
  /** When it replaced the one before. */
  readonly at: Instant;
  readonly record: ListingRecord;
  /** The commit that brought it. */
  readonly commit?: string;
}

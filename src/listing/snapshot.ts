import type { Instant } from '#contract/instant.ts';
import type { ListingRecord } from './listing-record.ts';

/** One version of a record. */
export interface Snapshot {
  /** When it replaced the previous version. */
  readonly at: Instant;
  readonly record: ListingRecord;
  /** The hash of the commit. */
  readonly commit?: string;
}

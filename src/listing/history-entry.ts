import type { ManifestChange } from '#manifest/diff.ts';
import type { ListingRecord } from './listing-record.ts';
import type { Instant } from './timestamp.ts';

/** One version of a record. */
export interface Snapshot {
  /** When it replaced the one before. */
  readonly at: Instant;
  readonly record: ListingRecord;
  /** The commit that brought it. */
  readonly commit?: string;
}

export type HistoryKind = 'listed' | 'claimed' | 'changed' | 'withdrawn' | 'restored' | 'lapsed' | 'verified';

/** One thing that happened to a listing. */
export interface HistoryEntry {
  readonly at: Instant;
  readonly kind: HistoryKind;
  /** The API's own version from then on; null where it is not recorded. */
  readonly version: string | null;
  /** The version before, where the record changed and it is known. */
  readonly previous_version: string | null;
  /** One line of plain text, safe wherever plain text is. */
  readonly summary: string;
  /** Whether the API changed so that it can break an agent. A claim never is: what changed there is who describes it. */
  readonly breaking: boolean;
  /** The most important ones, breaking first; `difference_count` says how many there are. */
  readonly differences: readonly ManifestChange[];
  readonly difference_count: number;
  readonly commit?: string;
}

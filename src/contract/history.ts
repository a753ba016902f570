import type { ManifestChange } from '#manifest/diff.ts';
import type { Instant } from './instant.ts';

/** The history of a listing: `GET /listings/{id}/history`. */
export interface History {
  readonly id: string;
  /** The newest entries, newest first. */
  readonly entries: readonly HistoryEntry[];
  /** The number of entries in this document. */
  readonly count: number;
  /** The number of all entries. */
  readonly total: number;
}

export type HistoryKind = 'listed' | 'claimed' | 'changed' | 'withdrawn' | 'restored' | 'lapsed' | 'verified';

/** One event of a listing. */
export interface HistoryEntry {
  readonly at: Instant;
  readonly kind: HistoryKind;
  /** The version of the API after the event. Null if it was not recorded. */
  readonly version: string | null;
  /** The version before the event. Null if the record did not change, or if the version is unknown. */
  readonly previous_version: string | null;
  /** One line of plain text. */
  readonly summary: string;
  /** Whether the change can break an agent. A claim is never breaking, because only the author of the manifest changes. */
  readonly breaking: boolean;
  /** The most important differences, breaking ones first. */
  readonly differences: readonly ManifestChange[];
  /** The number of all differences. */
  readonly difference_count: number;
  /** The hash of the commit that changed the record. */
  readonly commit?: string;
}

import type { Instant } from '#contract/instant.ts';
import type { Report } from '#contract/report.ts';
import type { SubmissionOutcome } from '#contract/submission.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import type { Observation, ObservedFacts } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import type { Finding } from '#manifest/finding.ts';

/** The input of the acceptance rule. */
export interface AcceptanceInput {
  readonly origin: Origin;
  /** The current record of the origin. Undefined if it has none. */
  readonly record: ListingRecord | undefined;
  /** The current observation of the origin. Undefined if it has none. */
  readonly observation: Observation | undefined;
  /** Why `registry/refused.json` blocks this origin. Undefined if it does not. */
  readonly refused: string | undefined;
  /** The current check of the origin, from `verifyOrigin`. */
  readonly verification: OriginCheck;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * Whether someone requested this check, by a submission or a recheck. A scheduled check changes a record at most once a day.
   */
  readonly isOnDemand: boolean;
  /** The daily limit of the origin's registrable domain. Undefined if the domain is exempt (loopback in local mode). */
  readonly quota: { readonly listedToday: number; readonly limit: number } | undefined;
  /** The ids of other listings with a confusable name (`ListingIndex`), oldest first. */
  readonly similarNames: readonly string[];
}

/** The part of a `Verification` (verify) that acceptance uses. */
export interface OriginCheck {
  readonly report: Report;
  /** The manifest as served. Absent if it could not be fetched. */
  readonly document?: SeenDocument;
  /** The results of its endpoint probes. Absent if the check was inconclusive. */
  readonly observed?: ObservedFacts;
  /** The delay in seconds that the origin requested with `Retry-After`. */
  readonly retryAfter?: number;
}

interface SeenDocument {
  readonly value: unknown;
  readonly sha256: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

/**
 * The decision of the acceptance rule. Whether a person must review a submission never depends on what the origin
 * serves, only on what the pull request changes: see `pull-request-file.ts`.
 */
export type Decision = Accepted | Rejected;

export interface Accepted {
  readonly verdict: 'accepted';
  readonly outcome: SubmissionOutcome;
  /** The new record. */
  readonly record: ListingRecord;
  /** Whether the record must be written. False if `outcome` is `unchanged`. */
  readonly changed: boolean;
  /** The `updated_at` of the record that `record` replaces. Undefined without such a record. */
  readonly from?: Instant | undefined;
  /** The new observation, which must always be written. */
  readonly observation: Observation;
  /** The commit message for the record. Undefined if the record does not change. */
  readonly message: CommitMessage | undefined;
  readonly similarNames: readonly string[];
  readonly report: Report;
}

/** A rejection. The record does not change. */
export interface Rejected {
  readonly verdict: 'rejected';
  /** The reason, in one sentence. */
  readonly reason: string;
  /** The problems to fix. */
  readonly errors: readonly Finding[];
  readonly report: Report;
  /** Whether a retry without changes may succeed. */
  readonly retryable: boolean;
  /** Seconds to wait before a retry. Undefined if unknown. */
  readonly retryAfter: number | undefined;
  /** The new observation of a listed origin. Undefined if there is nothing to write. */
  readonly observation: Observation | undefined;
}

export interface CommitMessage {
  /** One line, e.g. `List api.example.com: Tide tables`. */
  readonly subject: string;
  /** The results of the checks and, for an update, a summary of the changes. */
  readonly body: string;
}

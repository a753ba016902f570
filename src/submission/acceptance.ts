import type { Report } from '#contract/report.ts';
import type { SubmissionOutcome } from '#contract/submission.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import type { Finding } from '#manifest/finding.ts';

/** All that the admission rule looks at. */
export interface AcceptanceInput {
  readonly origin: Origin;
  /** What is recorded of this origin; undefined when nothing is. */
  readonly record: ListingRecord | undefined;
  /** What was observed of it. */
  readonly observation: Observation | undefined;
  /** Why `registry/refused.json` refuses this origin; undefined when it does not. */
  readonly refused: string | undefined;
  /** What the origin serves now, as `verifyOrigin` saw it. */
  readonly verification: OriginCheck;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether its owner asks, by any door. Re-validation does not ask: it changes a record at most once a day. */
  readonly asked: boolean;
  /** The daily limit of the origin's registrable domain; undefined where it is exempt (loopback in local mode). */
  readonly quota: { readonly listedToday: number; readonly limit: number } | undefined;
  /** The other listings whose name looks the same (`ListingIndex`), oldest first. */
  readonly similarNames: readonly string[];
}

/** The part of a `Verification` (verify) that counts. */
export interface OriginCheck {
  readonly report: Report;
  /** The manifest as it is served; absent when none could be had. */
  readonly document?: SeenDocument;
  /** Seconds for which the origin wants to be left alone. */
  readonly retryAfter?: number;
}

interface SeenDocument {
  readonly value: unknown;
  readonly sha256: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

/**
 * What the admission rule comes to. That a person is asked is never decided by what an origin serves, only by what a
 * pull request touches: see `pull-request-file.ts`.
 */
export type Decision = Accepted | Rejected;

export interface Accepted {
  readonly verdict: 'accepted';
  readonly outcome: SubmissionOutcome;
  /** The record as it is from now on. */
  readonly record: ListingRecord;
  /** Whether that has to be written: never when `outcome` is `unchanged`. */
  readonly changed: boolean;
  /** The observation as it is from now on; always to be written. */
  readonly observation: Observation;
  /** The message to commit the record with; undefined when it is not changed. */
  readonly message: CommitMessage | undefined;
  readonly similarNames: readonly string[];
  readonly report: Report;
}

/** The record stays as it is. */
export interface Rejected {
  readonly verdict: 'rejected';
  /** Why, in one sentence. */
  readonly reason: string;
  /** What to mend. */
  readonly errors: readonly Finding[];
  readonly report: Report;
  /** Whether the same submission may end well later with nothing mended. */
  readonly retryable: boolean;
  /** Seconds after which that may be; undefined when nothing is known of it. */
  readonly retryAfter: number | undefined;
  /** The observation of a listed origin as it is from now on; undefined when there is none to write. */
  readonly observation: Observation | undefined;
}

export interface CommitMessage {
  /** One line, e.g. `List api.example.com: Tide tables`. */
  readonly subject: string;
  /** What was checked and, of an update, what changed, in words. */
  readonly body: string;
}

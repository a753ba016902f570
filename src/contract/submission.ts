import type { Instant } from './instant.ts';
import type { CheckResult, Report, ReportFinding } from './report.ts';

/** A submission: `data` of `GET /listings/submit/{submission_id}/status`. */
export type Submission = SubmissionMembers & SubmissionLinks;

/** The URLs that the API adds to the state. */
interface SubmissionLinks {
  readonly status_url: string;
  /** Present after approval. */
  readonly listing_url?: string;
}

/** The state of a submission, by its status. */
export type SubmissionState = OpenSubmission | ApprovedSubmission | RejectedSubmission;

/** The members of all states in one type, for clients that read a member without a check of `status`. */
export type SubmissionMembers = {
  readonly [Key in keyof SubmissionState]: SubmissionState[Key];
} & {
  readonly [Key in Exclude<KeyOfAny<SubmissionState>, keyof SubmissionState>]?: MemberOfAny<SubmissionState, Key>;
};

type KeyOfAny<Union> = Union extends unknown ? keyof Union : never;
type MemberOfAny<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;

interface AnySubmission {
  readonly submission_id: string;
  readonly listing_id: string;
  /** The origin. */
  readonly url: string;
  readonly created_at: Instant;
  /** When `status` last changed. */
  readonly updated_at: Instant;
}

/** A queued submission, or one whose checks are running. */
export interface OpenSubmission extends AnySubmission {
  readonly status: 'pending' | 'validating';
  /** The completed checks, in order. Absent if the provider does not report progress. */
  readonly checks?: readonly CheckResult[];
}

/** An accepted submission. The record now has the manifest of the origin. */
export interface ApprovedSubmission extends AnySubmission {
  readonly status: 'approved';
  readonly outcome: SubmissionOutcome;
  /** The ids of other listings with a confusable name, oldest first. */
  readonly similar_names: readonly string[];
  /** Null if the report is not available. */
  readonly report: Report | null;
  /** Whether this registry serves the change yet. */
  readonly live: boolean;
}

export interface RejectedSubmission extends AnySubmission {
  readonly status: 'rejected';
  /** The reason, in one sentence. */
  readonly reason: string;
  /** The problems to fix. */
  readonly errors: readonly ReportFinding[];
  /** Null if no check ran. */
  readonly report: Report | null;
  /** Whether a retry without changes may succeed. */
  readonly retryable: boolean;
}

/** The effect of an accepted submission on the listing. */
export type SubmissionOutcome = 'listed' | 'updated' | 'unchanged' | 'claimed' | 'withdrawn';

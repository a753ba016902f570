import type { Instant } from '#contract/instant.ts';
import type { Report } from '#contract/report.ts';
import type { SubmissionOutcome } from '#contract/submission.ts';
import type { Finding } from '#manifest/finding.ts';

/** The result of a review, as stored in the pull request. */
export type ReviewResult = AcceptedVerdict | RejectedReviewResult | PersonVerdict;

interface AnyVerdict {
  /** The reviewed commit. */
  readonly head_sha: string;
  readonly decided_at: Instant;
}

interface AcceptedVerdict extends AnyVerdict {
  readonly verdict: 'accepted';
  readonly outcome: SubmissionOutcome;
  /** Whether there was something to merge. */
  readonly changed: boolean;
  readonly similar_names: readonly string[];
  /** Null if it is too long to store. */
  readonly report: Report | null;
}

export interface RejectedReviewResult extends AnyVerdict {
  readonly verdict: 'rejected';
  readonly reason: string;
  readonly errors: readonly Finding[];
  readonly retryable: boolean;
  readonly report: Report | null;
}

interface PersonVerdict extends AnyVerdict {
  readonly verdict: 'needs-person';
  readonly reason: string;
}

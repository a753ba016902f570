import type { Instant } from '#contract/instant.ts';
import type { Report } from '#contract/report.ts';
import type { SubmissionOutcome } from '#contract/submission.ts';
import type { Finding } from '#manifest/finding.ts';

/** What the review of a pull request came to, as the pull request keeps it. */
export type ReviewResult = AcceptedVerdict | RejectedReviewResult | PersonVerdict;

interface AnyVerdict {
  /** The commit that was reviewed. */
  readonly head_sha: string;
  readonly decided_at: Instant;
}

interface AcceptedVerdict extends AnyVerdict {
  readonly verdict: 'accepted';
  readonly outcome: SubmissionOutcome;
  /** Whether there was anything to merge. */
  readonly changed: boolean;
  readonly similar_names: readonly string[];
  /** Null where it is too long to keep. */
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

import type { Report } from '#contract/report.ts';
import type { SubmissionOutcome } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';
import { instant } from '#listing/time/timestamp.ts';
import type { Accepted, Rejected } from '../../acceptance.ts';
import type { ReviewResult } from './review-result.ts';

/** The review of a pull request by the first job, as input of the second job. Transferred as JSON. */
export interface Review {
  readonly pull: number;
  /** The reviewed commit. Later commits get their own review. */
  readonly head_sha: string;
  /** Undefined if the origin is unknown. */
  readonly origin: Origin | undefined;
  readonly decision: Accepted | Unaccepted | NeedsPerson | Merged;
}

/** A rejection by the acceptance rule, or before any check. */
export type Unaccepted = Omit<Rejected, 'report'> & { readonly report: Report | null };

/**
 * A pull request that a person must decide on: a documentation record, or a change beyond one record (design:
 * Submission).
 */
interface NeedsPerson {
  readonly verdict: 'needs-person';
  readonly reason: string;
}

/**
 * A decision that an earlier review applied in part: it merged the record, and then its job ended. The result and the removal of
 * the branch are left.
 */
export interface Merged {
  readonly verdict: 'merged';
  readonly outcome: SubmissionOutcome;
  readonly similarNames: readonly string[];
  /** Null if the listing was checked again since. */
  readonly report: Report | null;
}

/**
 * Converts a review to the result that is stored in the pull request.
 *
 * @param now milliseconds since 1970
 */
export function toReviewResult({ decision, head_sha }: Review, now: number): ReviewResult {
  const common = { head_sha, decided_at: instant(now) };
  if (decision.verdict === 'needs-person') return { ...common, verdict: 'needs-person', reason: decision.reason };
  const { report } = decision;
  if (decision.verdict === 'accepted' || decision.verdict === 'merged') {
    const { outcome, similarNames } = decision;
    const changed = decision.verdict === 'merged' || decision.changed;
    return { ...common, verdict: 'accepted', outcome, changed, similar_names: similarNames, report };
  }
  const { reason, errors, retryable } = decision;
  return { ...common, verdict: 'rejected', reason, errors, retryable, report };
}

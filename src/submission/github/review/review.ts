import type { Report } from '#contract/report.ts';
import type { Origin } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import type { Accepted, Rejected } from '../../acceptance.ts';
import type { ReviewResult } from './review-result.ts';

/** What the first job found out about a pull request, and the second acts on. It is kept as JSON in between. */
export interface Review {
  readonly pull: number;
  /** The commit that was reviewed; what was pushed later is another review's matter. */
  readonly head_sha: string;
  /** Undefined where there is none to tell. */
  readonly origin: Origin | undefined;
  readonly decision: Accepted | Unaccepted | NeedsPerson;
}

/** Rejected by the admission rule, or before anything was checked. */
export type Unaccepted = Omit<Rejected, 'report'> & { readonly report: Report | null };

/** A person decides: only for documentation records and for pull requests beyond one record (design: Submission). */
interface NeedsPerson {
  readonly verdict: 'needs-person';
  readonly reason: string;
}

/**
 * The verdict of a review, as the pull request keeps it.
 * @param now milliseconds since 1970
 */
export function toReviewResult({ decision, head_sha }: Review, now: number): ReviewResult {
  const seen = { head_sha, decided_at: instant(now) };
  if (decision.verdict === 'needs-person') return { ...seen, verdict: 'needs-person', reason: decision.reason };
  const { report } = decision;
  if (decision.verdict === 'accepted') {
    const { outcome, changed, similarNames } = decision;
    return { ...seen, verdict: 'accepted', outcome, changed, similar_names: similarNames, report };
  }
  const { reason, errors, retryable } = decision;
  return { ...seen, verdict: 'rejected', reason, errors, retryable, report };
}

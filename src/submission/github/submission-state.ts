import type { SubmissionState } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';
import type { ReviewResult } from './review/review-result.ts';
import type { Pull } from './submission-pull.ts';

/** What is known of a submission beside its pull request. */
export interface Findings {
  readonly origin: Origin;
  /** The last verdict on it; undefined when it was not reviewed, or is open. */
  readonly verdict: ReviewResult | undefined;
  /** Whether a review has begun. */
  readonly underReview: boolean;
  /** Whether the registry that answers has it. */
  readonly live: boolean;
}

/** How a submission stands, from its pull request (design: Submission, GitHub). */
export function submissionState(pull: Pull, { origin, verdict, underReview, live }: Findings): SubmissionState {
  const facts = {
    submission_id: submissionId(pull.number),
    listing_id: origin.id,
    url: origin.url,
    created_at: pull.created_at,
    updated_at: pull.merged_at ?? pull.closed_at ?? pull.created_at,
  };
  if (pull.state === 'open') return { ...facts, status: underReview ? 'validating' : 'pending' };
  const accepted = verdict?.verdict === 'accepted' ? verdict : undefined;
  if (pull.merged_at !== null || (accepted && !accepted.changed)) {
    const { outcome = 'listed', similar_names = [], report = null } = accepted ?? {};
    return { ...facts, status: 'approved', outcome, similar_names, report, live };
  }
  const { reason, errors, report, retryable } = verdict?.verdict === 'rejected' ? verdict : CLOSED_BY_HAND;
  return { ...facts, status: 'rejected', reason, errors, report, retryable };
}

const CLOSED_BY_HAND = {
  reason: 'A person closed this submission; its pull request may say why.',
  errors: [],
  report: null,
  retryable: false,
} as const;

function submissionId(pullNumber: number): string {
  return `gh-${pullNumber}`;
}

/** The pull request that a submission id names; undefined when it names none. */
export function parsePullNumber(submissionId: string): number | undefined {
  const [, digits] = /^gh-([1-9]\d{0,8})$/.exec(submissionId) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

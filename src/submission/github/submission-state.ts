import type { SubmissionState } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';
import type { ReviewResult } from './review/review-result.ts';
import type { Pull } from './submission-pull.ts';

/** The facts about a submission that its pull request does not contain. */
export interface Findings {
  readonly origin: Origin;
  /** The last review result. Undefined if the submission is open or was never reviewed. */
  readonly verdict: ReviewResult | undefined;
  /** Whether a review has started, or has merged the pull request and not yet stored its result. */
  readonly underReview: boolean;
  /** Whether the registry that responds serves the change. */
  readonly live: boolean;
}

/** Returns the state of a submission from its pull request (design: Submission, GitHub). */
export function submissionState(pull: Pull, { origin, verdict, underReview, live }: Findings): SubmissionState {
  const facts = {
    submission_id: submissionId(pull.number),
    listing_id: origin.id,
    url: origin.url,
    created_at: pull.created_at,
    updated_at: pull.merged_at ?? pull.closed_at ?? pull.created_at,
  };
  if (underReview) return { ...facts, status: 'validating' };
  if (pull.state === 'open') return { ...facts, status: 'pending' };
  const accepted = verdict?.verdict === 'accepted' ? verdict : undefined;
  if (pull.merged_at !== null || (accepted && !accepted.changed)) {
    const { outcome = 'listed', similar_names = [], report = null } = accepted ?? {};
    return { ...facts, status: 'approved', outcome, similar_names, report, live };
  }
  const { reason, errors, report, retryable } = verdict?.verdict === 'rejected' ? verdict : CLOSED_BY_MAINTAINER;
  return { ...facts, status: 'rejected', reason, errors, report, retryable };
}

const CLOSED_BY_MAINTAINER = {
  reason: 'A maintainer closed this submission. See its pull request for the reason.',
  errors: [],
  report: null,
  retryable: false,
} as const;

function submissionId(pullNumber: number): string {
  return `gh-${pullNumber}`;
}

/** Parses the pull request number from a submission id. Returns undefined for other ids. */
export function parsePullNumber(submissionId: string): number | undefined {
  const [, digits] = /^gh-([1-9]\d{0,8})$/.exec(submissionId) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

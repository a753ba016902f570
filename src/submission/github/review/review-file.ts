import { recordFindings, recordPath } from '#listing/listing-record.ts';
import { observationFindings } from '#listing/observation.ts';
import type { Review } from './review.ts';

/** The pull request and commit of a job. */
export type ReviewedCommit = Pick<Review, 'pull' | 'head_sha'>;

/** Formats a review for the transfer from the job that reads untrusted data to the job with write access. */
export function reviewText(review: Review): string {
  return JSON.stringify(review);
}

/**
 * Parses a review. The job that wrote it has read untrusted data, so the data to commit is checked again: it must be a
 * valid record of one publisher at its own path, and a valid observation.
 *
 * @throws RangeError if it is not a review of that commit
 */
export function readReview(text: string, { pull, head_sha }: ReviewedCommit): Review {
  const review: Review = JSON.parse(text);
  const problem = findProblem(review, { pull, head_sha });
  if (problem !== undefined) throw new RangeError(`Invalid review: ${problem}`);
  return review;
}

function findProblem({ pull, head_sha, origin, decision }: Review, expected: ReviewedCommit): string | undefined {
  if (pull !== expected.pull || head_sha !== expected.head_sha) return 'it belongs to another commit.';
  // Neither adds data to the repository: a comment escapes its text.
  if (decision.verdict === 'needs-person' || decision.verdict === 'merged') return undefined;
  if (decision.observation && observationFindings(decision.observation).length > 0)
    return 'the observation is invalid.';
  if (decision.verdict === 'rejected') return undefined;
  if (decision.verdict !== 'accepted') return 'unknown verdict.';
  const { record } = decision;
  if (recordFindings(recordPath(String(record?.id)), record).length > 0) return 'the record is invalid.';
  if (record.id !== origin?.id || record.source.type !== 'publisher') return 'the record belongs to another origin.';
  if (record.withdrawn) return 'the record withdraws a listing.';
  return undefined;
}

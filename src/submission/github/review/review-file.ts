import { recordFindings, recordPath } from '#listing/listing-record.ts';
import { observationFindings } from '#listing/observation.ts';
import type { Review } from './review.ts';

/** The pull request and commit that a job was started for. */
export type ReviewedCommit = Pick<Review, 'pull' | 'head_sha'>;

/** A review as text, to be handed from the job that reads strangers' data to the one that may write. */
export function reviewText(review: Review): string {
  return JSON.stringify(review);
}

/**
 * Takes a review back. The job that wrote it has read what strangers wrote, so what is to be committed is checked again:
 * it can only be a valid record of one publisher at its own place, and a valid observation.
 *
 * @throws RangeError when it is not a review of that commit
 */
export function readReview(text: string, { pull, head_sha }: ReviewedCommit): Review {
  const review: Review = JSON.parse(text);
  const fault = faultOf(review, { pull, head_sha });
  if (fault !== undefined) throw new RangeError(`The review cannot be acted on: ${fault}`);
  return review;
}

function faultOf({ pull, head_sha, origin, decision }: Review, expected: ReviewedCommit): string | undefined {
  if (pull !== expected.pull || head_sha !== expected.head_sha) return 'it is of another commit.';
  if (decision.verdict === 'needs-person') return undefined;
  if (decision.observation && observationFindings(decision.observation).length > 0)
    return 'its observation is invalid.';
  if (decision.verdict === 'rejected') return undefined;
  if (decision.verdict !== 'accepted') return 'its verdict is unknown.';
  const { record } = decision;
  if (recordFindings(recordPath(String(record?.id)), record).length > 0) return 'its record is invalid.';
  if (record.id !== origin?.id || record.source.type !== 'publisher') return 'its record is not that of the origin.';
  if (record.withdrawn) return 'it takes a listing back.';
  return undefined;
}

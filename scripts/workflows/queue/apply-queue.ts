import { RequestError } from 'octokit';
import { getRetryDelay } from '#submission/github/api/api-error.ts';
import { place, type Repository } from '#submission/github/api/repository.ts';
import { OutdatedReviewError } from '#submission/github/review/merge-record.ts';
import type { Review } from '#submission/github/review/review.ts';
import type { PullWithoutRecord } from './review-queue.ts';

export interface ApplyQueueContext {
  /** Applies a review and waits for rate limits. */
  readonly apply: (review: Review) => Promise<string>;
  /** Applies a rejection with a separate token, and fails at the rate limit of that token. */
  readonly reject: (review: Review) => Promise<string>;
  /** Waits for rate limits. */
  readonly repository: Repository;
  readonly log: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface AppliedQueue {
  /** The messages of reviews that could not be applied. The others count. */
  readonly errors: readonly string[];
  /** The number of rejections without a comment. */
  readonly uncommented: number;
  /** The number of reviews that the next run does again. */
  readonly left: number;
}

const ORDER = { merged: 0, accepted: 0, 'needs-person': 1, rejected: 2 } as const;

/** Comments on rejections for this many milliseconds. */
const MAX_COMMENT_TIME = 60_000;

/** Applies reviews for this many milliseconds, because the next run waits for this one. */
const MAX_TIME = 2 * 60_000;

/**
 * Applies the reviews of a queue for two minutes: acceptances first, and rejections last. Rejections after the first minute or
 * the first rate limit get only a label. In a wave of spam, commenting on all of it would delay the next acceptances by hours,
 * because GitHub allows 80 comments per minute and 500 per hour.
 */
export async function applyQueue(
  { apply, reject, repository, log, now }: ApplyQueueContext,
  reviews: readonly (Review | PullWithoutRecord)[],
): Promise<AppliedQueue> {
  const errors: string[] = [];
  const attempt = async (pull: number, call: () => Promise<string>) => {
    try {
      log(`#${pull}: ${await call()}`);
    } catch (error) {
      if (error instanceof OutdatedReviewError) log(`#${pull}: ${error.message}`);
      else errors.push(`#${pull}: ${error instanceof Error ? error.message : error}`);
    }
  };
  const start = now();
  let [done, uncommented, isLimited] = [0, 0, false];
  const rejectBriefly = (review: Review) => {
    uncommented += 1;
    return closeWithLabel(repository, review);
  };
  const rejectInTime = (review: Review) => {
    if (isLimited || now() - start >= MAX_COMMENT_TIME) return rejectBriefly(review);
    return reject(review).catch(error => {
      if (!isRateLimit(error)) throw error;
      isLimited = true;
      return rejectBriefly(review);
    });
  };
  for (const review of [...reviews].sort((a, b) => getOrder(a) - getOrder(b))) {
    if (now() - start >= MAX_TIME) break;
    done += 1;
    await attempt(review.pull, () => {
      if (!('decision' in review)) return mark(repository, review);
      return review.decision.verdict === 'rejected' ? rejectInTime(review) : apply(review);
    });
  }
  return { errors, uncommented, left: reviews.length - done };
}

function getOrder(review: Review | PullWithoutRecord): number {
  return ORDER['decision' in review ? review.decision.verdict : 'needs-person'];
}

/** Closes a rejected pull request, unless it has new commits. */
async function closeWithLabel(repository: Repository, { pull, head_sha }: Review): Promise<string> {
  const target = { ...place(repository), pull_number: pull };
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', target);
  if (data.state !== 'open' || data.head.sha !== head_sha) return 'The pull request changed. Nothing was done.';
  // One request for both. It replaces all labels.
  await repository.octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
    ...place(repository),
    issue_number: pull,
    state: 'closed',
    labels: [...data.labels.map(({ name }) => name), 'rejected'],
  });
  return 'The submission was rejected and closed without a comment.';
}

/** Marks a pull request that changes no record, so that no later run reviews it again. */
async function mark(repository: Repository, { pull, nothing }: PullWithoutRecord): Promise<string> {
  await repository.octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
    ...place(repository),
    issue_number: pull,
    labels: ['needs-person'],
  });
  return nothing;
}

function isRateLimit(error: unknown): boolean {
  return error instanceof RequestError && [403, 429].includes(error.status) && getRetryDelay(error, 0) !== undefined;
}

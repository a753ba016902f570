import { RequestError } from 'octokit';
import { getRetryDelay } from '#submission/github/api/api-error.ts';
import { place, type Repository } from '#submission/github/api/repository.ts';
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
  /** The number of rejections that the next run decides on again. */
  readonly left: number;
}

const ORDER = { accepted: 0, 'needs-person': 1, rejected: 2 } as const;

/** Comments on rejections for this many milliseconds. */
const MAX_COMMENT_TIME = 60_000;

/** Applies rejections for this many milliseconds, because the next run waits for this one. */
const MAX_TIME = 2 * 60_000;

/**
 * Applies the reviews of a queue: acceptances first, then rejections for two minutes. Those after the first minute or the
 * first rate limit get only a label. In a wave of spam, commenting on all of it would delay the next acceptances by hours,
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
      errors.push(`#${pull}: ${error instanceof Error ? error.message : error}`);
    }
  };
  const decided = reviews.filter(review => 'decision' in review);
  decided.sort((a, b) => ORDER[a.decision.verdict] - ORDER[b.decision.verdict]);
  for (const review of decided)
    if (review.decision.verdict !== 'rejected') await attempt(review.pull, () => apply(review));
  for (const review of reviews) if (!('decision' in review)) await attempt(review.pull, () => mark(repository, review));
  const rejected = decided.filter(({ decision }) => decision.verdict === 'rejected');
  const start = now();
  let [next, uncommented, isLimited] = [0, 0, false];
  while (next < rejected.length && now() - start < MAX_TIME) {
    const review = rejected[next++] as Review;
    const close = async () => {
      uncommented += 1;
      return closeWithLabel(repository, review);
    };
    await attempt(review.pull, () => {
      if (isLimited || now() - start >= MAX_COMMENT_TIME) return close();
      return reject(review).catch(error => {
        if (!isRateLimit(error)) throw error;
        isLimited = true;
        return close();
      });
    });
  }
  return { errors, uncommented, left: rejected.length - next };
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

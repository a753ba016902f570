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
}

export interface AppliedQueue {
  /** The messages of reviews that could not be applied. The others count. */
  readonly errors: readonly string[];
  /** The number of rejections without a comment, because GitHub limits comments. */
  readonly uncommented: number;
}

const ORDER = { accepted: 0, 'needs-person': 1, rejected: 2 } as const;

/** The number of pull requests that are closed at the same time. */
const CONCURRENCY = 5;

/**
 * Applies the reviews of a queue: acceptances first, and rejections until the first rate limit. The other rejections get
 * only a label. In a wave of spam, waiting to comment on it would delay the next acceptances by hours, because GitHub
 * allows 80 comments per minute and 500 per hour.
 */
export async function applyQueue(
  { apply, reject, repository, log }: ApplyQueueContext,
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
  const uncommented: Review[] = [];
  for (const review of decided) {
    if (review.decision.verdict !== 'rejected') await attempt(review.pull, () => apply(review));
    else if (uncommented.length > 0) uncommented.push(review);
    else
      await attempt(review.pull, () =>
        reject(review).catch(error => {
          if (!isRateLimit(error)) throw error;
          uncommented.push(review);
          return 'The rate limit of comments is reached. The other rejections get only a label.';
        }),
      );
  }
  let next = 0;
  const work = async () => {
    while (next < uncommented.length) {
      const review = uncommented[next++] as Review;
      await attempt(review.pull, () => closeWithLabel(repository, review));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  for (const review of reviews) if (!('decision' in review)) await attempt(review.pull, () => mark(repository, review));
  return { errors, uncommented: uncommented.length };
}

/** Closes a rejected pull request, unless it has new commits. */
async function closeWithLabel(repository: Repository, { pull, head_sha }: Review): Promise<string> {
  const target = { ...place(repository), pull_number: pull };
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', target);
  if (data.state !== 'open' || data.head.sha !== head_sha) return 'The pull request changed. Nothing was done.';
  await label(repository, pull, 'rejected').catch(() => undefined);
  await repository.octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', { ...target, state: 'closed' });
  return 'The submission was rejected and closed without a comment.';
}

/** Marks a pull request that changes no record, so that no later run reviews it again. */
async function mark(repository: Repository, { pull, nothing }: PullWithoutRecord): Promise<string> {
  await label(repository, pull, 'needs-person');
  return nothing;
}

async function label(repository: Repository, issue_number: number, name: string): Promise<void> {
  await repository.octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
    ...place(repository),
    issue_number,
    labels: [name],
  });
}

function isRateLimit(error: unknown): boolean {
  return error instanceof RequestError && [403, 429].includes(error.status) && getRetryDelay(error, 0) !== undefined;
}

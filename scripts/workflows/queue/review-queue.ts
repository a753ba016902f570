import type { Repository } from '#submission/github/api/repository.ts';
import type { Review } from '#submission/github/review/review.ts';
import { type NothingToReview, type ReviewContext, reviewPull } from '#submission/github/review/review-pull.ts';
import { takeTurns } from './take-turns.ts';
import { listWaitingPulls } from './waiting-pulls.ts';

/** A reviewed pull request that changes no record, so only a maintainer can decide. */
export interface PullWithoutRecord {
  readonly pull: number;
  readonly head_sha: string;
  readonly nothing: string;
}

export interface QueueResult {
  readonly reviews: readonly (Review | PullWithoutRecord)[];
  /** The messages of reviews that failed. The others count. */
  readonly errors: readonly string[];
  /** The number of pull requests that wait for the next run. */
  readonly left: number;
}

export interface QueueOptions {
  /** The pull request of the event, which comes first even if it was decided at an earlier commit. */
  readonly first?: { readonly number: number; readonly sha: string } | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The maximum number of reviews in a run. */
const MAX_REVIEWS = 600;

/** The number of reviews at the same time. They wait for the origins most of the time. */
const CONCURRENCY = 20;

/** A run starts reviews for this many milliseconds, so that slow origins delay the others no longer than that. */
const MAX_TIME = 2 * 60_000;

/**
 * Reviews the waiting pull requests from forks in one job. A job per pull request would keep all runners busy for an hour
 * in a wave of many authors, and installing the dependencies takes most of its time.
 *
 * @throws RequestError if GitHub cannot list the pull requests
 */
export async function reviewQueue(services: ReviewContext, { first, now }: QueueOptions): Promise<QueueResult> {
  const start = now();
  const queue = await listQueue(services.repository, first, start);
  const reviews: (Review | PullWithoutRecord)[] = [];
  const errors: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < queue.length && now() - start < MAX_TIME) {
      const { number, sha } = queue[next++] as (typeof queue)[number];
      try {
        const outcome = await reviewPull(services, number, sha);
        if ('decision' in outcome) reviews.push(outcome);
        else if (isOpen(outcome)) reviews.push({ pull: number, head_sha: sha, nothing: outcome.nothing });
      } catch (error) {
        errors.push(`#${number}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { reviews, errors, left: queue.length - next };
}

async function listQueue(repository: Repository, first: QueueOptions['first'], now: number) {
  const waiting = (await listWaitingPulls(repository, now)).filter(({ isOwn }) => !isOwn);
  const turns = takeTurns(waiting, MAX_REVIEWS).map(({ number, sha }) => ({ number, sha }));
  return first === undefined ? turns : [first, ...turns.filter(({ number }) => number !== first.number)];
}

/** A closed pull request, or one with a newer commit, needs no mark. */
function isOpen({ nothing }: NothingToReview): boolean {
  return nothing.includes('changes no record');
}

import type { Octokit } from 'octokit';
import { RequestError } from 'octokit';
import { getRetryDelay } from './api-error.ts';

export interface RetryOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Seconds that are waited at most for one request; a longer limit ends the job, which can be run again. */
const LONGEST = 300;

const TRIES = 5;

/**
 * Lets a client ask again, after as long as GitHub wants, when a request failed for now. For jobs, which have the time;
 * all that they ask for may be asked twice.
 */
export function withRetry(octokit: Octokit, { now, sleep }: RetryOptions): Octokit {
  octokit.hook.wrap('request', async (request, options) => {
    for (let tries = 1; ; tries++) {
      try {
        return await request(options);
      } catch (error) {
        const wait = error instanceof RequestError ? secondsFor(error, tries, now()) : undefined;
        if (wait === undefined || wait > LONGEST || tries >= TRIES) throw error;
        await sleep(wait * 1000);
      }
    }
  });
  return octokit;
}

/** What GitHub says, or for its faults, which mostly pass at once, first a second and then twice as long each time. */
function secondsFor(error: RequestError, tries: number, now: number): number | undefined {
  const isFault = error.status >= 500 && error.response?.headers['retry-after'] === undefined;
  return isFault ? 2 ** (tries - 1) : getRetryDelay(error, now);
}

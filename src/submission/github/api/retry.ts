import type { Octokit } from 'octokit';
import { RequestError } from 'octokit';
import { getRetryDelay } from './api-error.ts';

export interface RetryOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The maximum delay of a retry in seconds. If GitHub requests more, the job fails and can be run again. */
const MAX_DELAY = 300;

const MAX_ATTEMPTS = 5;

/**
 * Makes a client retry failed requests after the delay that GitHub requests. Use it only in jobs, whose requests are
 * idempotent and not urgent.
 */
export function withRetry(octokit: Octokit, { now, sleep }: RetryOptions): Octokit {
  octokit.hook.wrap('request', async (request, options) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await request(options);
      } catch (error) {
        const wait = error instanceof RequestError ? getDelay(error, attempt, now()) : undefined;
        if (wait === undefined || wait > MAX_DELAY || attempt >= MAX_ATTEMPTS) throw error;
        await sleep(wait * 1000);
      }
    }
  });
  return octokit;
}

/**
 * Returns the delay that GitHub requests. GitHub errors without a delay are often short, so those retries start after a
 * second, and the delay doubles.
 */
function getDelay(error: RequestError, attempt: number, now: number): number | undefined {
  const isServerError = error.status >= 500 && error.response?.headers['retry-after'] === undefined;
  return isServerError ? 2 ** (attempt - 1) : getRetryDelay(error, now);
}

import type { Octokit } from 'octokit';
import { RequestError } from 'octokit';
import { getRetryDelay } from './api-error.ts';

export interface RetryOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

interface RetriedRequest {
  readonly findResult?: () => Promise<OctokitResponse | undefined>;
}

type OctokitResponse = Awaited<ReturnType<Octokit['request']>>;

/** The maximum delay of a retry in seconds. If GitHub requests more, the job fails and can be run again. */
const MAX_DELAY = 300;

/** GitHub resets its rate limits every hour; this is a little longer. */
const MAX_LIMIT_DELAY = 3660;

/** The maximum number of attempts of a request that GitHub cannot process. */
const MAX_ATTEMPTS = 5;

/** The maximum number of attempts of a request that a rate limit rejects. */
const MAX_RATE_LIMITED = 12;

/**
 * Makes a client retry failed requests after the delay that GitHub requests, which is up to an hour for a rate limit. Use
 * it only in jobs, whose requests are not urgent. A request that must not happen twice, such as a comment, has the option
 * `request.findResult`: it returns the response to an earlier attempt that GitHub processed, or undefined.
 */
export function withRetry(octokit: Octokit, { now, sleep }: RetryOptions): Octokit {
  octokit.hook.wrap('request', async (request, options) => {
    let [failed, limited] = [0, 0];
    for (;;) {
      try {
        return await request(options);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        const isLimit = isRateLimit(error);
        if (isLimit) limited += 1;
        else failed += 1;
        const wait = isLimit ? getLimitDelay(error, limited, now()) : getDelay(error, failed, now());
        const isOver = failed >= MAX_ATTEMPTS || limited >= MAX_RATE_LIMITED;
        if (wait === undefined || wait > (isLimit ? MAX_LIMIT_DELAY : MAX_DELAY) || isOver) throw error;
        await sleep(wait * 1000);
        const found =
          error.status >= 500 ? await (options.request as RetriedRequest | undefined)?.findResult?.() : undefined;
        if (found) return found;
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

/** A secondary limit without a time is at least a minute, and the delay doubles, as GitHub's documentation demands. */
function getLimitDelay(error: RequestError, attempt: number, now: number): number | undefined {
  const wait = getRetryDelay(error, now);
  return wait === undefined || hasTime(error) ? wait : Math.min(wait * 2 ** (attempt - 1), MAX_LIMIT_DELAY);
}

function isRateLimit(error: RequestError): boolean {
  return (error.status === 403 || error.status === 429) && getRetryDelay(error, 0) !== undefined;
}

function hasTime({ response }: RequestError): boolean {
  const headers = response?.headers ?? {};
  return headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';
}

import { RequestError } from 'octokit';
import { SubmissionError } from '../../submission.ts';

/** Whether GitHub answered with one of these statuses. */
export function isStatus(error: unknown, ...statuses: readonly number[]): error is RequestError {
  return error instanceof RequestError && statuses.includes(error.status);
}

/**
 * What a failed exchange with GitHub means to whoever submits: `unavailable`, with the time after which GitHub wants to
 * be asked again, when it may go well later (limits, conflicts, faults of the forge, no answer in time). Anything else is
 * a fault of ours, such as a wrong key, and comes back as it is.
 *
 * @param now milliseconds since 1970
 */
export function toApiError(error: unknown, now: number): unknown {
  if (!(error instanceof RequestError)) return error;
  const retryAfter = getRetryDelay(error, now);
  if (retryAfter === undefined) return error;
  const message = 'The place where submissions are kept cannot be reached at the moment. Submit again later.';
  return new SubmissionError('unavailable', message, { retryAfter, cause: error });
}

/** Seconds to wait; undefined when waiting does not help. Octokit gives 500 to what was never answered. */
export function getRetryDelay(error: RequestError, now: number): number | undefined {
  const headers = error.response?.headers ?? {};
  const asked = Number(headers['retry-after']);
  const wait = Number.isFinite(asked) && asked > 0 ? Math.ceil(asked) : undefined;
  if (error.status >= 500) return wait ?? 30;
  if (error.status === 409) return wait ?? 5;
  if (error.status !== 429 && error.status !== 403) return undefined;
  if (wait !== undefined) return wait;
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset)) {
    return Math.max(1, Math.ceil(reset - now / 1000));
  }
  return error.status === 429 || /rate limit/i.test(error.message) ? 60 : undefined;
}

import { RequestError } from 'octokit';
import { SubmissionError } from '../../submission.ts';
import { UnexpectedResponseError } from './expect-shape.ts';

/** Whether GitHub returned one of these status codes. */
export function isStatus(error: unknown, ...statuses: readonly number[]): error is RequestError {
  return error instanceof RequestError && statuses.includes(error.status);
}

/** Returns the reason that GitHub stated, without the link to its documentation that Octokit appends. It ends without a period. */
export function getReason({ message }: RequestError): string {
  const [reason = ''] = message.split(' - http');
  return reason.replace(/\.$/, '');
}

/** The seconds to wait before a retry after an error of GitHub. */
const DEFAULT_RETRY_DELAY = 30;

/**
 * Converts a failed GitHub request to a `SubmissionError` of kind `unavailable` if a retry may succeed (rate limits,
 * conflicts, GitHub errors, timeouts, unexpected responses), with the delay that GitHub requested. Returns any other error unchanged, because
 * it is an internal error, such as an invalid key.
 *
 * @param now milliseconds since 1970
 */
export function toApiError(error: unknown, now: number): unknown {
  if (!(error instanceof RequestError || error instanceof UnexpectedResponseError)) return error;
  const retryAfter = error instanceof RequestError ? getRetryDelay(error, now) : DEFAULT_RETRY_DELAY;
  if (retryAfter === undefined) return error;
  const message = 'The submission service is temporarily unavailable. Submit again later.';
  return new SubmissionError('unavailable', message, { retryAfter, cause: error });
}

/**
 * Returns the seconds to wait before a retry, or undefined if a retry does not help. Octokit reports status 500 if
 * there was no response.
 */
export function getRetryDelay(error: RequestError, now: number): number | undefined {
  const headers = error.response?.headers ?? {};
  const requested = Number(headers['retry-after']);
  const wait = Number.isFinite(requested) && requested > 0 ? Math.ceil(requested) : undefined;
  if (error.status >= 500) return wait ?? DEFAULT_RETRY_DELAY;
  if (error.status === 409) return wait ?? 5;
  if (error.status !== 429 && error.status !== 403) return undefined;
  if (wait !== undefined) return wait;
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset)) {
    return Math.max(1, Math.ceil(reset - now / 1000));
  }
  return error.status === 429 || /rate limit/i.test(error.message) ? 60 : undefined;
}

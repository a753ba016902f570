import { parseRetryAfter } from './retry-after.ts';
import { type Connection, encodeSegment, parseJson, type RequestOptions, sendRequest } from './send-request.ts';
import type { GetSubmissionResponse, SubmissionState } from './types.ts';

export interface FollowOptions {
  /** `decided`: until it is approved or rejected. `live`: until it is rejected or its listing is live. */
  readonly until?: 'decided' | 'live' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Polls a submission and yields its first state and each change. Polls at the interval in Retry-After, or with
 * increasing intervals without it.
 */
export async function* follow(
  connection: Connection,
  id: string,
  { until = 'decided', signal, timeoutMs }: FollowOptions & { readonly timeoutMs?: number | undefined },
  first?: SubmissionState,
): AsyncGenerator<SubmissionState, void, undefined> {
  let lastKey = '';
  let delay = first ? MIN_DELAY_MS : 0;
  for (let state = first; ; state = undefined) {
    if (state === undefined) {
      const current = await fetchSubmission(connection, id, { signal, timeoutMs });
      state = current.state;
      delay = getNextDelay(delay, current.retryAfter);
    }
    const key = `${state.status} ${state.live ?? ''}`;
    if (key !== lastKey) yield state;
    lastKey = key;
    if (isFinal(state, until)) return;
    await connection.pause(delay, signal);
  }
}

/** Fetches the state of a submission, and the seconds until the next poll. */
export async function fetchSubmission(
  connection: Connection,
  id: string,
  options: Pick<RequestOptions, 'signal' | 'timeoutMs'> = {},
): Promise<{ readonly state: SubmissionState; readonly retryAfter: number | undefined }> {
  const path = `/listings/submit/${encodeSegment(id)}/status`;
  const response = await sendRequest(connection, { path, ...options });
  const { data } = await parseSubmission(connection, response, options.signal);
  return { state: data, retryAfter: parseRetryAfter(response.headers.get('Retry-After')) };
}

/** Parses a response with the state of a submission. */
export function parseSubmission(
  connection: Connection,
  response: Response,
  signal: AbortSignal | undefined,
): Promise<GetSubmissionResponse> {
  const texts = ['submission_id', 'listing_id', 'url', 'status'].map(name => `data.${name}`);
  return parseJson(connection, response, { members: ['data'], texts, signal });
}

const MIN_DELAY_MS = 1000;
const MAX_DELAY_MS = 15_000;

function getNextDelay(lastDelay: number, retryAfter: number | undefined): number {
  const delay = retryAfter === undefined ? lastDelay * 1.5 : retryAfter * 1000;
  return Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, delay));
}

function isFinal({ status, live }: SubmissionState, until: 'decided' | 'live'): boolean {
  return status === 'rejected' || (status === 'approved' && (until === 'decided' || live === true));
}

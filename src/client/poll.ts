import { type Connection, jsonOf, sendRequest } from './send-request.ts';
import type { GetSubmissionResponse, SubmissionState } from './types.ts';

export interface FollowOptions {
  /** `decided`: until it is approved or rejected; `live`: until, once approved, the registry answers with it. */
  readonly until?: 'decided' | 'live' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The states of a submission, each once: the first at once, then each change. Asks as often as the registry says, and
 * more and more seldom where it says nothing.
 */
export async function* follow(
  connection: Connection,
  id: string,
  { until = 'decided', signal }: FollowOptions,
  first?: SubmissionState,
): AsyncGenerator<SubmissionState, void, undefined> {
  let told = '';
  let wait = first ? SHORTEST : 0;
  for (let state = first; ; state = undefined) {
    if (state === undefined) {
      const path = `/listings/submit/${encodeURIComponent(id)}/status`;
      const response = await sendRequest(connection, { path, signal });
      state = (await jsonOf<GetSubmissionResponse>(connection, response)).data;
      wait = nextWait(wait, response.headers.get('Retry-After'));
    }
    const outline = `${state.status} ${state.live ?? ''}`;
    if (outline !== told) yield state;
    told = outline;
    if (isOver(state, until)) return;
    await connection.pause(wait, signal);
  }
}

/** Milliseconds between two questions. */
const SHORTEST = 1000;
const LONGEST = 15_000;

function nextWait(last: number, retryAfter: string | null): number {
  const asked = retryAfter !== null && /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) * 1000 : last * 1.5;
  return Math.min(LONGEST, Math.max(SHORTEST, asked));
}

function isOver({ status, live }: SubmissionState, until: 'decided' | 'live'): boolean {
  return status === 'rejected' || (status === 'approved' && (until === 'decided' || live === true));
}

import type { SubmissionState } from '#contract/submission.ts';
import type { Submissions } from '#submission/submission.ts';
import type { Addresses } from '../config.ts';
import type { RequestContext } from '../context.ts';
import { metaOf } from '../http/envelope.ts';
import { readJsonObject } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { toProblem } from '../http/submission-problem.ts';
import { parseSubmission } from './parse-submission.ts';

export interface SubmitServices {
  readonly submissions: Submissions;
  readonly addresses: Addresses;
}

/**
 * Handles `POST /listings/submit` (specification, section 4.1): queues a submission and returns its status URL.
 * @throws Problem for a body without a URL that can be listed
 */
export async function submit(
  request: Request,
  { client, isLocal = false }: RequestContext,
  { submissions, addresses }: SubmitServices,
): Promise<Response> {
  const origin = parseSubmission(await readJsonObject(request), isLocal);
  const state = asPending(await toProblem(submissions.submit(origin, { client, isPrivileged: isLocal })));
  const status_url = statusUrl(state, addresses);
  return stateResponse(202, 'Submission accepted. Poll status_url for the result.', state, addresses, {
    Location: status_url,
    'Retry-After': '1',
  });
}

/** Reports a new submission as pending, even if its checks have already started. */
function asPending(state: SubmissionState): SubmissionState {
  return state.status === 'validating' ? { ...state, status: 'pending' } : state;
}

/**
 * Handles `GET /listings/submit/{submission_id}/status`.
 * @throws Problem `not-found`
 */
export async function submissionStatus(id: string, { submissions, addresses }: SubmitServices): Promise<Response> {
  const state = await toProblem(submissions.status(id));
  if (state === undefined)
    throw new Problem('not-found', `Submission "${id.slice(0, 80)}" not found. It may have expired.`);
  const headers = state.status === 'pending' || state.status === 'validating' ? { 'Retry-After': '1' } : undefined;
  return stateResponse(200, 'Status of the submission.', state, addresses, headers);
}

/** Returns the state under `data` and repeats it at the top level, for simple clients. */
function stateResponse(
  status: number,
  description: string,
  state: SubmissionState,
  addresses: Addresses,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const listing_url =
    state.status === 'approved'
      ? { listing_url: `${addresses.registry}/listings/${encodeURIComponent(state.listing_id)}` }
      : {};
  const data = { ...state, status_url: statusUrl(state, addresses), ...listing_url };
  return new Response(JSON.stringify({ ...data, meta: metaOf(description), data }), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  });
}

function statusUrl({ submission_id }: SubmissionState, { registry }: Addresses): string {
  return `${registry}/listings/submit/${encodeURIComponent(submission_id)}/status`;
}

import type { SubmissionState } from '#contract/submission.ts';
import type { Submissions } from '#submission/submission.ts';
import { SubmissionError } from '#submission/submission.ts';
import type { Addresses } from '../config.ts';
import type { RequestContext } from '../context.ts';
import { metaOf } from '../http/envelope.ts';
import { readJsonObject } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { parseSubmission } from './parse-submission.ts';

export interface SubmitServices {
  readonly submissions: Submissions;
  readonly addresses: Addresses;
}

/**
 * `POST /listings/submit` (specification, section 4.1): takes an address in, and says where its state can be read.
 * @throws Problem for a body that names no address that could be listed
 */
export async function submit(
  request: Request,
  { client, isLocal = false }: RequestContext,
  { submissions, addresses }: SubmitServices,
): Promise<Response> {
  const origin = parseSubmission(await readJsonObject(request), isLocal);
  const state = asTakenIn(await answered(submissions.submit(origin, { client, isPrivileged: isLocal })));
  const status_url = statusUrl(state, addresses);
  return stateResponse(
    202,
    'The submission was taken in. Its checks run on their own; read their outcome at status_url.',
    state,
    addresses,
    {
      Location: status_url,
      'Retry-After': '1',
    },
  );
}

/** What was taken in is pending for who submitted it, even if its checks have begun already. */
function asTakenIn(state: SubmissionState): SubmissionState {
  return state.status === 'validating' ? { ...state, status: 'pending' } : state;
}

/**
 * `GET /listings/submit/{submission_id}/status`.
 * @throws Problem `not-found`
 */
export async function submissionStatus(id: string, { submissions, addresses }: SubmitServices): Promise<Response> {
  const state = await answered(submissions.status(id));
  if (state === undefined)
    throw new Problem('not-found', `There is no submission "${id.slice(0, 80)}", or it is long past.`);
  const headers = state.status === 'pending' || state.status === 'validating' ? { 'Retry-After': '1' } : undefined;
  return stateResponse(200, 'How the submission stands.', state, addresses, headers);
}

/** The state under `data`, and repeated at the top level, where simple clients look. */
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

/** What a submission pipeline may refuse, as the problem that the client is told. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof SubmissionError)) throw error;
    const type = ({ refused: 'address-refused', 'too-many': 'too-many-requests', unavailable: 'unavailable' } as const)[
      error.kind
    ];
    const headers = error.retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(error.retryAfter)) };
    throw new Problem(type, error.message, { headers, cause: error });
  }
}

/** The conclusion about an endpoint from the status of a probe response (design: Checks of an origin, 4). */
export type StatusProof = 'exists' | 'missing' | 'temporary' | 'nothing';

interface Row {
  readonly from: number;
  readonly to: number;
  readonly proves: StatusProof;
  readonly reason: string;
}

/** All statuses with a meaning for probes. Statuses that are not in the table prove nothing. */
export const STATUS_PROOFS: readonly Row[] = [
  { from: 200, to: 299, proves: 'exists', reason: 'The API handled the request.' },
  { from: 300, to: 399, proves: 'exists', reason: 'The API has a redirect or a cached response for this path.' },
  { from: 400, to: 400, proves: 'exists', reason: 'The endpoint read the request and rejected its parameters.' },
  { from: 401, to: 401, proves: 'exists', reason: 'The endpoint needs credentials, which probes never send.' },
  { from: 402, to: 402, proves: 'exists', reason: 'The endpoint needs payment, which probes never send.' },
  { from: 403, to: 403, proves: 'exists', reason: 'The endpoint denies access without credentials.' },
  { from: 404, to: 404, proves: 'missing', reason: 'The API has nothing at this path.' },
  { from: 405, to: 405, proves: 'exists', reason: 'The path exists for another method.' },
  { from: 406, to: 406, proves: 'exists', reason: 'The endpoint exists, but has another media type.' },
  { from: 408, to: 408, proves: 'temporary', reason: 'The server gave up waiting for the request.' },
  { from: 410, to: 410, proves: 'missing', reason: 'The API removed this path.' },
  { from: 415, to: 415, proves: 'exists', reason: 'The endpoint expects a request body of a certain media type.' },
  { from: 422, to: 422, proves: 'exists', reason: 'The endpoint read the request and rejected its parameters.' },
  { from: 425, to: 425, proves: 'temporary', reason: 'The server does not accept requests this early.' },
  { from: 429, to: 429, proves: 'exists', reason: 'The API limits the rate of requests to this path.' },
  { from: 500, to: 599, proves: 'temporary', reason: 'A server error can hide an endpoint, or the lack of one.' },
];

/** Returns what a status proves about a declared GET endpoint that was requested with all of its required values. */
export function findStatusProof(status: number): StatusProof {
  return STATUS_PROOFS.find(({ from, to }) => from <= status && status <= to)?.proves ?? 'nothing';
}

import { STATUS_CODES } from 'node:http';

/** Problem details (RFC 9457) for a request that never reaches the application. */
export function earlyProblem(status: number, detail: string): Response {
  const body = { type: 'about:blank', title: STATUS_CODES[status], status, detail };
  const headers = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' };
  return new Response(JSON.stringify(body), { status, headers });
}

export const MALFORMED_REQUEST =
  'The request is malformed. Send a valid request target and exactly one Host header with a host name or an IP address.';

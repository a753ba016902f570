/** The error codes of JSON-RPC and of the SDKs of the protocol. */
export const ERROR_CODES = {
  parse: -32_700,
  'invalid-request': -32_600,
  'invalid-params': -32_602,
  internal: -32_603,
  refused: -32_000,
  'session-not-found': -32_001,
} as const;

/** An error of a request without a valid message. */
export interface ProtocolError {
  /** The HTTP status. */
  readonly status: number;
  readonly code: keyof typeof ERROR_CODES;
  readonly message: string;
}

/** Returns a response with a JSON-RPC error, for a request without a valid message. */
export function createProtocolError(status: number, code: ProtocolError['code'], message: string): Response {
  const body = { jsonrpc: '2.0', error: { code: ERROR_CODES[code], message }, id: null };
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}

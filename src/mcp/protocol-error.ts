/** Codes of JSON-RPC, and those that the protocol's own SDKs answer with. */
export const ERROR_CODES = {
  parse: -32_700,
  'invalid-request': -32_600,
  internal: -32_603,
  refused: -32_000,
  'session-not-found': -32_001,
} as const;

/** An answer to a request that is no message the hub takes: an HTTP status, and the reason as a JSON-RPC error. */
export function protocolError(status: number, code: keyof typeof ERROR_CODES, message: string): Response {
  const body = { jsonrpc: '2.0', error: { code: ERROR_CODES[code], message }, id: null };
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}

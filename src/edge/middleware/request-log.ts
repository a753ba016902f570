/**
 * What is noted of a request once it is answered. It holds neither the client's address nor what was asked for in words:
 * the route is a template, and a query is no part of it.
 */
export interface RequestLogEntry {
  /** When the answer was complete; RFC 3339 in UTC, with milliseconds. */
  readonly time: string;
  /** The name of the request, answered as `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** The template of its path, such as `/listings/{id}`. */
  readonly route: string;
  readonly status: number;
  /** How long the answer took, in milliseconds. */
  readonly ms: number;
  /** How long the answer was on the wire, headers included; null where the host does not tell. */
  readonly bytes: number | null;
}

export const REQUEST_ID = 'X-Request-Id';

/** The methods that have a meaning here; a client may make others up, and each would be a name to keep. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

/** The name of a request: the one that the client or a proxy gave it, where that is one, else a new one. */
export function getRequestId(given: string | null | undefined): string {
  return given && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}

export function methodName(method: string): string {
  return METHODS.has(method) ? method : '(other)';
}

/** A fault of ours as it is logged, with the request that it happened to. */
export function formatErrorLog(error: unknown, id: string | undefined, time: number): string {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return JSON.stringify({ time: new Date(time).toISOString(), level: 'error', id, message, stack });
}

/** A warning for the operator as it is logged. */
export function warningLine(message: string, time: number): string {
  return JSON.stringify({ time: new Date(time).toISOString(), level: 'warning', message });
}

/**
 * The log entry of one request. For privacy, it contains neither the client's IP address, nor ids in the path, nor the
 * query string.
 */
export interface RequestLogEntry {
  /** When the response was complete; RFC 3339 in UTC, with milliseconds. */
  readonly time: string;
  /** The request id, which the response has as `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** The template of its path, such as `/listings/{id}`. */
  readonly route: string;
  readonly status: number;
  /** The duration in milliseconds. */
  readonly ms: number;
  /** The size of the response in bytes, including headers; null if unknown. */
  readonly bytes: number | null;
}

export const REQUEST_ID = 'X-Request-Id';

/** The methods to log by name. Clients can invent others, which would make the set of names unbounded. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

/** Returns the request id from the client or a proxy if it is valid, or a new id. */
export function getRequestId(header: string | null | undefined): string {
  return header && /^[\w-]{8,64}$/.test(header) ? header : crypto.randomUUID();
}

/** @param time when the response was complete, in milliseconds since 1970 */
export function createLogEntry(request: Omit<RequestLogEntry, 'time'>, time: number): RequestLogEntry {
  const { id, method, route, status, ms, bytes } = request;
  return {
    time: new Date(time).toISOString(),
    id,
    method: methodName(method),
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    bytes,
  };
}

function methodName(method: string): string {
  return METHODS.has(method) ? method : '(other)';
}

/** Formats an internal error as a log line, with the id of the request that caused it. */
export function formatErrorLog(error: unknown, id: string | undefined, time: number): string {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return JSON.stringify({ time: new Date(time).toISOString(), level: 'error', id, message, stack });
}

/** Formats a warning for the operator as a log line. */
export function warningLine(message: string, time: number): string {
  return JSON.stringify({ time: new Date(time).toISOString(), level: 'warning', message });
}

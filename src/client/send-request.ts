import { RegistryError } from './registry-error.ts';
import type { Sleep } from './sleep.ts';
import type { Problem } from './types.ts';

/** A connection to a registry. */
export interface Connection {
  /** The URL of the registry, without a trailing slash. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly pause: Sleep;
}

export interface RequestOptions {
  /** The path and query string, relative to the URL of the registry. */
  readonly path: string;
  /** The JSON body of a POST request; undefined for GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request to the registry. Retries a GET up to three times after a 429 or 503 response, and honors Retry-After.
 *
 * @returns a response with a status from 200 to 399
 * @throws RegistryError for each other response, or without a response; the reason of an aborted signal
 */
export async function sendRequest(connection: Connection, options: RequestOptions): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await sendOnce(connection, options);
    if (response.status < 400) return response;
    const error = await toRegistryError(connection, options, response);
    const isRetryable = options.body === undefined && (response.status === 429 || response.status === 503);
    if (!isRetryable || attempt > MAX_RETRIES || (error.retryAfter ?? 0) > MAX_RETRY_AFTER) throw error;
    await connection.pause((error.retryAfter ?? attempt) * 1000, options.signal);
  }
}

const MAX_RETRIES = 3;

/** Seconds. After a longer Retry-After, the caller decides whether to wait. */
const MAX_RETRY_AFTER = 60;

/** Parses the JSON body of a response. */
export async function parseJson<T>(connection: Connection, response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw new RegistryError(`${connection.base} is not a registry: the response is not JSON.`, {
      status: response.status,
      cause,
    });
  }
}

async function sendOnce(
  { base, fetch }: Connection,
  { path, body, headers, signal }: RequestOptions,
): Promise<Response> {
  try {
    return await fetch(base + path, {
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new RegistryError(`Cannot reach ${base}: ${getReason(cause)}.`, { cause });
  }
}

async function toRegistryError(
  { base }: Connection,
  { path }: RequestOptions,
  response: Response,
): Promise<RegistryError> {
  const { status, headers } = response;
  const problem = await readProblem(response);
  const delay = headers.get('Retry-After') ?? '';
  const retryAfter = /^\d{1,6}$/.test(delay) ? Number(delay) : undefined;
  const message = problem
    ? `${problem.title}. ${problem.detail}`
    : `${base}${path} returned status ${status} without problem details, so it may not be a registry.`;
  return new RegistryError(message, { status, problem, retryAfter });
}

async function readProblem(response: Response): Promise<Problem | undefined> {
  try {
    const body: unknown = await response.json();
    const isProblem = typeof body === 'object' && body !== null && 'title' in body && 'detail' in body;
    return isProblem ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the message of a network error, which the fetch of Node puts in the cause. */
function getReason(error: unknown): string {
  const inner = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof inner === 'object' && inner !== null && 'code' in inner ? inner.code : undefined;
  if (code === 'ECONNREFUSED') return 'connection refused (ECONNREFUSED)';
  return inner instanceof Error && inner.message !== '' ? inner.message.replace(/\.$/, '') : String(code ?? inner);
}

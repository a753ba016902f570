import { getMember } from '#manifest/json-object.ts';
import { findMismatch } from './body-types.ts';
import { RegistryError } from './registry-error.ts';
import { parseRetryAfter } from './retry-after.ts';
import { createTimeout, type Sleep } from './sleep.ts';
import type { Problem } from './types.ts';

/** A connection to a registry. */
export interface Connection {
  /** The URL of the registry, without a trailing slash. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly pause: Sleep;
  /** Milliseconds for one attempt. Undefined for no limit, for the files of an export. */
  readonly timeoutMs?: number | undefined;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

/** A failed attempt that the client repeats. */
export interface Retry {
  /** The problem, as a sentence. */
  readonly reason: string;
  /** The delay before the next attempt. */
  readonly seconds: number;
  /** The number of the failed attempt, from 1. */
  readonly attempt: number;
}

export interface RequestOptions {
  /** The path and query string, relative to the URL of the registry. */
  readonly path: string;
  /** The JSON body of a POST request; undefined for GET. All POST requests of the registry are idempotent. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt (default: the timeout of the connection). */
  readonly timeoutMs?: number | undefined;
}

/**
 * Sends a request to the registry. Repeats it up to three times after 429 and 5xx, and honors Retry-After.
 *
 * @returns a response with a status from 200 to 399
 * @throws RegistryError for each other response, or without a response; the reason of an aborted signal
 */
export async function sendRequest(connection: Connection, options: RequestOptions): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await sendOnce(connection, options);
    if (response.status < 400) return response;
    const error = await toRegistryError(connection, options, response);
    options.signal?.throwIfAborted();
    if (!isTemporary(response.status) || attempt > MAX_RETRIES || (error.retryAfter ?? 0) > MAX_RETRY_AFTER)
      throw error;
    const seconds = error.retryAfter ?? attempt;
    connection.onRetry?.({ reason: error.message, seconds, attempt });
    await connection.pause(seconds * 1000, options.signal);
  }
}

/**
 * Encodes an id as a segment of a path.
 * @throws RegistryError for a segment that URLs resolve to another path, even if it is percent-encoded
 */
export function encodeSegment(id: string): string {
  if (id === '.' || id === '..') throw new RegistryError(`Invalid id: "${id}". Use an id from the registry.`);
  return encodeURIComponent(id);
}

/** 501 means that the registry does not support the operation. */
function isTemporary(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

const MAX_RETRIES = 3;

/** Seconds. After a longer Retry-After, the caller decides whether to wait. */
const MAX_RETRY_AFTER = 60;

/** The members that the body of a response must have, and the signal of its request. */
export interface ExpectedBody {
  readonly members?: readonly string[];
  readonly texts?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Parses the JSON body of a response, and checks that it has the members that the caller reads.
 *
 * @param expected.members the paths of required objects, such as `meta.links` or `data.listings[]`
 * @param expected.texts the paths of required texts, such as `data.status`
 * @param expected.signal the signal of the request, which also ends the transfer of the body
 * @throws RegistryError for an incomplete or different body; the reason of an aborted signal
 */
export async function parseJson<T>(
  connection: Connection,
  response: Response,
  { members = [], texts = [], signal }: ExpectedBody = {},
): Promise<T> {
  const body: unknown = await readBody(connection, response, () => response.json(), signal);
  const missing = findMismatch(body, {
    ...Object.fromEntries(members.map(path => [path, 'object' as const])),
    ...Object.fromEntries(texts.map(path => [path, 'string' as const])),
  });
  if (missing === undefined) return body as T;
  throw new RegistryError(
    `${connection.base} is not a registry: the response has no ${missing.replaceAll('[]', '')}.`,
    {
      status: response.status,
    },
  );
}

/**
 * Reads the body of a response as text.
 * @throws RegistryError for an incomplete body; the reason of an aborted signal
 */
export function readText(connection: Connection, response: Response, signal?: AbortSignal): Promise<string> {
  return readBody(connection, response, () => response.text(), signal);
}

/**
 * Reads the body of a response as bytes.
 * @throws RegistryError for an incomplete body; the reason of an aborted signal
 */
export function readBytes(
  connection: Connection,
  response: Response,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return readBody(connection, response, async () => new Uint8Array(await response.arrayBuffer()), signal);
}

async function readBody<T>(
  { base }: Connection,
  { status }: Response,
  read: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new RegistryError(describeBodyError(base, cause), { status, cause });
  }
}

function describeBodyError(base: string, cause: unknown): string {
  if (cause instanceof SyntaxError) return `${base} is not a registry: the response is not JSON.`;
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return `${base} did not send its whole response in time.`;
  return `${base} did not send its whole response: ${getReason(cause)}.`;
}

async function sendOnce(
  { base, fetch, ...connection }: Connection,
  { path, body, headers, signal, timeoutMs = connection.timeoutMs }: RequestOptions,
): Promise<Response> {
  const timeout = timeoutMs === undefined ? undefined : createTimeout(timeoutMs);
  const signals = [signal, timeout].filter(each => each !== undefined);
  try {
    return await fetch(base + path, {
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = timeout?.aborted ? `no response within ${(timeoutMs ?? 0) / 1000} seconds` : getReason(cause);
    throw new RegistryError(`Cannot reach ${base}: ${reason}.`, { cause });
  }
}

async function toRegistryError(
  { base }: Connection,
  { path, body }: RequestOptions,
  response: Response,
): Promise<RegistryError> {
  const { status, headers, redirected, url } = response;
  const problem = await readProblem(response);
  // A redirect with 301 or 302 turns POST into GET.
  if (status === 405 && redirected && body !== undefined) {
    const target = url.endsWith(path) ? url.slice(0, -path.length) : new URL(url).origin;
    return new RegistryError(`${base} redirects to ${target}. Use that URL as the URL of the registry.`, {
      status,
      problem,
    });
  }
  const retryAfter = parseRetryAfter(headers.get('Retry-After'));
  const message = problem
    ? `${problem.title}. ${problem.detail}`
    : `${base}${path} returned status ${status} without problem details, so it may not be a registry.${isTemporary(status) ? ' If it is one, try again later.' : ' Check its URL.'}`;
  return new RegistryError(message, { status, problem, retryAfter });
}

async function readProblem(response: Response): Promise<Problem | undefined> {
  try {
    const body: unknown = await response.json();
    const [title, detail, errors] = ['title', 'detail', 'errors'].map(name => getMember(body, name));
    if (typeof title !== 'string' || typeof detail !== 'string') return undefined;
    return { ...(body as Problem), errors: Array.isArray(errors) ? errors.filter(isProblemError) : [] };
  } catch {
    return undefined;
  }
}

/** Whether an error has the form of the API. Other servers also send `errors`, for example as an object. */
function isProblemError(error: unknown): error is NonNullable<Problem['errors']>[number] {
  const isTextOrMissing = (name: string) => ['string', 'undefined'].includes(typeof getMember(error, name));
  return typeof getMember(error, 'detail') === 'string' && isTextOrMissing('parameter') && isTextOrMissing('pointer');
}

/** Returns the message of a network error, which the fetch of Node puts in the cause. */
function getReason(error: unknown): string {
  const inner = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof inner === 'object' && inner !== null && 'code' in inner ? inner.code : undefined;
  if (code === 'ECONNREFUSED') return 'connection refused (ECONNREFUSED)';
  return inner instanceof Error && inner.message !== '' ? inner.message.replace(/\.$/, '') : String(code ?? inner);
}

import { RegistryError } from './registry-error.ts';
import type { Pause } from './sleep.ts';
import type { Problem } from './types.ts';

/** How the registry is reached. */
export interface Connection {
  /** The registry's address, without a trailing slash. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly pause: Pause;
}

export interface RequestOptions {
  /** From the registry's address, with its query. */
  readonly path: string;
  /** Sent as JSON by POST. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks the registry. A GET that is answered "too many requests" or "unavailable" is asked again, three times at most,
 * after the time that the registry names.
 *
 * @returns the answer with status 200 to 399
 * @throws RegistryError for every other answer, and when there is none; the signal's reason when that is aborted
 */
export async function sendRequest(connection: Connection, question: RequestOptions): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await sent(connection, question);
    if (response.status < 400) return response;
    const error = await refusal(connection, question, response);
    const again = question.body === undefined && (response.status === 429 || response.status === 503);
    if (!again || attempt > RETRIES || (error.retryAfter ?? 0) > LONGEST_WAIT) throw error;
    await connection.pause((error.retryAfter ?? attempt) * 1000, question.signal);
  }
}

const RETRIES = 3;

/** Seconds; who is told to wait longer is told so, and decides. */
const LONGEST_WAIT = 60;

/** The JSON of an answer. */
export async function jsonOf<T>(connection: Connection, response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw new RegistryError(`${connection.base} does not answer as a registry does: its answer is not JSON.`, {
      status: response.status,
      cause,
    });
  }
}

async function sent({ base, fetch }: Connection, { path, body, headers, signal }: RequestOptions): Promise<Response> {
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
    throw new RegistryError(`${base} cannot be reached: ${reasonOf(cause)}.`, { cause });
  }
}

async function refusal({ base }: Connection, { path }: RequestOptions, response: Response): Promise<RegistryError> {
  const { status, headers } = response;
  const problem = await problemOf(response);
  const wait = headers.get('Retry-After') ?? '';
  const retryAfter = /^\d{1,6}$/.test(wait) ? Number(wait) : undefined;
  const message = problem
    ? `${problem.title}. ${problem.detail}`
    : `${base}${path} answered with status ${status}, and not as a registry does.`;
  return new RegistryError(message, { status, problem, retryAfter });
}

async function problemOf(response: Response): Promise<Problem | undefined> {
  try {
    const body: unknown = await response.json();
    const isProblem = typeof body === 'object' && body !== null && 'title' in body && 'detail' in body;
    return isProblem ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** Node's fetch hides the reason one level down. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof inner === 'object' && inner !== null && 'code' in inner ? inner.code : undefined;
  if (code === 'ECONNREFUSED') return 'nothing answers there (ECONNREFUSED)';
  return inner instanceof Error && inner.message !== '' ? inner.message.replace(/\.$/, '') : String(code ?? inner);
}

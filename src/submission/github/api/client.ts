import { Octokit } from 'octokit';
import { actAsApp } from './app-authentication.ts';
import type { AppCredentials } from './app-token.ts';

/** The credentials of a GitHub App installed on the repository, or the token of a workflow job. */
export type Credentials = AppCredentials | { readonly token: string };

export interface ClientOptions extends ConnectionOptions {
  readonly credentials: Credentials;
}

export interface ConnectionOptions {
  /** The URL of the API (default: `https://api.github.com`). */
  readonly apiUrl?: string | undefined;
  /** The time limit of one request in milliseconds, including the response body (default: 10,000). */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Creates a GitHub API client for Workers and Node. It never retries; the caller handles errors. */
export function githubClient({ credentials, ...connection }: ClientOptions): Octokit {
  const options = toOctokitOptions(connection);
  if ('token' in credentials) return new Octokit({ ...options, auth: credentials.token });
  const octokit = new Octokit(options);
  actAsApp(octokit, new Octokit(options), credentials);
  return octokit;
}

/** Creates a client without credentials, such as for requests with the key of an App. */
export function anonymousClient(connection: ConnectionOptions = {}): Octokit {
  return new Octokit(toOctokitOptions(connection));
}

function toOctokitOptions({ apiUrl, timeoutMs, fetch }: ConnectionOptions) {
  return {
    baseUrl: apiUrl ?? 'https://api.github.com',
    userAgent: 'api-registry',
    request: { fetch: withFullBody(fetch ?? globalThis.fetch, timeoutMs ?? 10_000) },
    log: SILENT,
    retry: { enabled: false },
    throttle: { enabled: false },
  };
}

const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Reads and checks the whole response body first, because Octokit treats a truncated response as an empty one, and invalid
 * JSON as text. Octokit reports the errors with status 500, so callers retry.
 */
function withFullBody(fetch: typeof globalThis.fetch, timeoutMs: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const body = await response.arrayBuffer();
    if (response.ok && body.byteLength > 0) checkJson(body);
    if (!response.ok && body.byteLength > 0 && !isJson(response)) return createErrorResponse(response);
    return new Response(body.byteLength > 0 ? body : null, { status: response.status, headers: response.headers });
  };
}

/** @throws Error unless a body is a JSON object or list, which callers read members of */
function checkJson(body: ArrayBuffer): void {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new Error('The response of GitHub is not valid JSON.', { cause });
  }
  if (typeof value !== 'object' || value === null)
    throw new Error('The response of GitHub is not an object or a list.');
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}

/** Replaces the page of a proxy, which would become the message of the error. */
function createErrorResponse({ status, headers }: Response): Response {
  const kept = new Headers(headers);
  kept.set('content-type', 'application/json');
  return new Response(JSON.stringify({ message: `GitHub responded with status ${status}.` }), {
    status,
    headers: kept,
  });
}

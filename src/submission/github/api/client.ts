import { Octokit } from 'octokit';
import { actAsApp } from './app-authentication.ts';
import type { AppCredentials } from './app-token.ts';

/** The credentials of a GitHub App installed on the repository, or the token of a workflow job. */
export type Credentials = AppCredentials | { readonly token: string };

export interface ClientOptions {
  /** The URL of the API (default: `https://api.github.com`). */
  readonly apiUrl?: string | undefined;
  readonly credentials: Credentials;
  /** The time limit of one request in milliseconds, including the response body (default: 10,000). */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Creates a GitHub API client for Workers and Node. It never retries; the caller handles errors. */
export function githubClient({ apiUrl, credentials, timeoutMs, fetch }: ClientOptions): Octokit {
  const options = {
    baseUrl: apiUrl ?? 'https://api.github.com',
    userAgent: 'api-registry',
    request: { fetch: withFullBody(fetch ?? globalThis.fetch, timeoutMs ?? 10_000) },
    log: SILENT,
    retry: { enabled: false },
    throttle: { enabled: false },
  };
  if ('token' in credentials) return new Octokit({ ...options, auth: credentials.token });
  const octokit = new Octokit(options);
  actAsApp(octokit, new Octokit(options), credentials);
  return octokit;
}

const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Reads the whole response body first, because Octokit treats a truncated response as an empty one. */
function withFullBody(fetch: typeof globalThis.fetch, timeoutMs: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, { status: response.status, headers: response.headers });
  };
}

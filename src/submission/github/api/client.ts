import { Octokit } from 'octokit';
import { actAsApp } from './app-authentication.ts';
import type { AppCredentials } from './app-token.ts';

/** Whose right is used: a GitHub App's, as installed on the repository, or that of a token that a workflow's job was given. */
export type Credentials = AppCredentials | { readonly token: string };

export interface ClientOptions {
  /** The address of the API, `https://api.github.com` unless said otherwise. */
  readonly apiUrl?: string | undefined;
  readonly credentials: Credentials;
  /** Milliseconds for one exchange, the body included; 10,000 unless said otherwise. */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A client of GitHub's API, for Workers and Node. It asks once: what to do about a fault is for the caller to say. */
export function githubClient({ apiUrl, credentials, timeoutMs, fetch }: ClientOptions): Octokit {
  const options = {
    baseUrl: apiUrl ?? 'https://api.github.com',
    userAgent: 'api-registry',
    request: { fetch: wholeExchange(fetch ?? globalThis.fetch, timeoutMs ?? 10_000) },
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

/** Octokit takes an answer that breaks off for an empty one; so it is given none before it is whole. */
function wholeExchange(fetch: typeof globalThis.fetch, timeoutMs: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, { status: response.status, headers: response.headers });
  };
}

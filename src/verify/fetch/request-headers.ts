import type { FetchRequest } from './fetch-result.ts';

const SETTABLE = ['accept', 'if-none-match', 'if-modified-since'] as const;

/**
 * The headers of a request: who asks, and the few that a caller may set. No cookies and no credentials, whatever is handed in.
 *
 * Validators come from the publisher's earlier answers, so a value that is not plain printable ASCII is left out.
 */
export function requestHeaders(userAgent: string, wanted: FetchRequest['headers']): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: '*/*' };
  for (const name of SETTABLE) {
    const value = wanted?.[name];
    if (value !== undefined && /^[\x20-\x7e]{1,1024}$/.test(value)) headers[name] = value;
  }
  return headers;
}

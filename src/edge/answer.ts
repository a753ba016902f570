import type { Body } from './catalogue.ts';
import { responseWith } from './known-body.ts';

/** How long shared caches may serve an answer without asking: listings change by the minute at most. */
const FRESH = 'public, max-age=60, stale-while-revalidate=600';

/** An answer that anyone may keep for a minute. */
export function answer(body: Body, type: string, headers: Readonly<Record<string, string>> = {}): Response {
  return responseWith(body, { headers: { 'Content-Type': type, 'Cache-Control': FRESH, ...headers } });
}

/** A JSON answer that anyone may keep for a minute. */
export function json(body: Body, headers?: Readonly<Record<string, string>>): Response {
  return answer(body, 'application/json', headers);
}

import type { Body } from '../catalog/catalog.ts';
import { responseWith } from './buffered-response.ts';

/** How long shared caches may serve an answer without asking: listings change by the minute at most. */
const FRESH = 'public, max-age=60, stale-while-revalidate=600';

/** An answer that anyone may keep for a minute. */
export function textResponse(body: Body, type: string, headers: Readonly<Record<string, string>> = {}): Response {
  return responseWith(body, { headers: { 'Content-Type': type, 'Cache-Control': FRESH, ...headers } });
}

/** A JSON answer that anyone may keep for a minute. */
export function json(body: Body, headers?: Readonly<Record<string, string>>): Response {
  return textResponse(body, 'application/json', headers);
}

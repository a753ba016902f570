import type { Body } from '../catalog/catalog.ts';
import { BufferedResponse } from './buffered-response.ts';

/** The cache policy of most responses: listings change at most once per minute. */
export const FRESH = 'public, max-age=60, stale-while-revalidate=600';

/** The cache policy of pages: caches ask each time whether their copy is current. */
export const REVALIDATED = 'public, no-cache';

/** Creates a text response that caches may keep for a minute. */
export function textResponse(body: Body, type: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new BufferedResponse(body, { headers: { 'Content-Type': type, 'Cache-Control': FRESH, ...headers } });
}

/** Creates a JSON response that caches may keep for a minute. */
export function json(body: Body, headers?: Readonly<Record<string, string>>): Response {
  return textResponse(body, 'application/json', headers);
}

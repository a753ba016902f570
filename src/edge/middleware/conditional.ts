import { sha256Hex } from '#listing/encoding/sha256.ts';
import type { Body } from '../catalog/catalog.ts';
import { whenReady } from '../http/when-ready.ts';

/** Returns the SHA-256 of a body in hexadecimal; synchronously on hosts that can. */
export type Digest = (body: Body) => string | Promise<string>;

/**
 * Returns the strong ETag of a body (RFC 9110, section 8.8.3): half of its SHA-256, so that equal bytes have equal tags
 * on all hosts and after a restart.
 */
export function tagOf(body: Body, digest: Digest = sha256Hex): string | Promise<string> {
  return whenReady(digest(body), hash => `"${hash.slice(0, 32)}"`);
}

/** Whether the client already has the representation. `If-None-Match` uses weak comparison (RFC 9110, section 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag);
}

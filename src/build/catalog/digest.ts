import { hash } from 'node:crypto';
import type { Body } from '#edge/catalog/catalog.ts';

/**
 * Returns the SHA-256 of a body in hexadecimal. Synchronous, because Web Crypto uses other threads, which takes longer.
 */
export function digest(body: Body): string {
  return hash('sha256', body, 'hex');
}

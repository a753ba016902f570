import { hash } from 'node:crypto';

/** A name for what something is made from: the same parts, the same name; 128 bits of SHA-256. */
export function createKey(...parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}

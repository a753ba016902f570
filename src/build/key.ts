import { hash } from 'node:crypto';

/** Returns a key for the inputs of a result: 128 bits of SHA-256. Equal parts give equal keys. */
export function createKey(...parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}

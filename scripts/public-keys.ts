/**
 * `npm run --silent public-keys -- FILE…`: prints a JWK set of public keys, as REGISTRY_PUBLIC_KEYS takes it and as the registry publishes it.
 *
 * A FILE is a private key (Ed25519, PKCS #8 in PEM), of which the public half is taken, or a JWK set. Exit status 1 when
 * one of them is neither; nothing of a private key is ever printed.
 */
import { readFile } from 'node:fs/promises';
import type { PublicKey } from '#listing/export/export-signature.ts';
import { keySet, readPublicKeys, readSigningKey } from '#listing/export/signing-key.ts';

const files = process.argv.slice(2);
try {
  if (files.length === 0) throw new RangeError('usage: npm run public-keys -- FILE…');
  console.log(keySet((await Promise.all(files.map(keysIn))).flat()));
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}

async function keysIn(file: string): Promise<readonly PublicKey[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new RangeError(`${file} cannot be read.`);
  });
  if (text.trimStart().startsWith('{')) return readPublicKeys(text, file);
  return [(await readSigningKey(text, file)).public];
}

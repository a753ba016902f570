/**
 * `npm run --silent public-keys -- FILE…`: prints a JWK set of public keys for REGISTRY_PUBLIC_KEYS, in the format that the
 * registry publishes.
 *
 * Each FILE is a private key (Ed25519, PKCS #8 in PEM) or a JWK set. The output contains only public keys. Exit status: 0
 * success, 1 a file is invalid, 2 invalid arguments.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import type { PublicKey } from '#listing/export/export-signature.ts';
import { keySet, readPublicKeys, readSigningKey } from '#listing/export/signing-key.ts';

await runScript(async () => {
  const { positionals: files } = parseArgs({ allowPositionals: true });
  if (files.length === 0) throw new UsageError('Usage: npm run --silent public-keys -- FILE…');
  console.log(keySet((await Promise.all(files.map(readKeys))).flat()));
});

async function readKeys(file: string): Promise<readonly PublicKey[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new RangeError(`Cannot read ${file}. Check the path and the permissions.`);
  });
  if (text.trimStart().startsWith('{')) return readPublicKeys(text, file);
  return [(await readSigningKey(text, file)).public];
}

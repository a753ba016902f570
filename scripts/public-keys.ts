/** `npm run public-keys`: prints the public halves of keys. */
import { readFile } from 'node:fs/promises';
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import type { PublicKey } from '#listing/export/export-signature.ts';
import { keySet, readPublicKeys, readSigningKey } from '#listing/export/signing-key.ts';

const USAGE = `Usage: npm run --silent public-keys -- FILE…

Prints a JWK set of public keys for REGISTRY_PUBLIC_KEYS, in the format that the registry publishes. Each FILE is a
private key (Ed25519, PKCS #8 in PEM) or a JWK set. The output contains only public keys.

Exit status: 0 success, 1 a file is invalid, 2 invalid arguments.`;

await runScript(async () => {
  const { positionals: files } = parseScriptArgs(USAGE, { allowPositionals: true });
  if (files.length === 0) throw new UsageError('Name at least one file. For the usage, add --help.');
  console.log(keySet((await Promise.all(files.map(readKeys))).flat()));
});

async function readKeys(file: string): Promise<readonly PublicKey[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new RangeError(`Cannot read ${file}. Check the path and the permissions.`);
  });
  if (text.trimStart().startsWith('{')) return readPublicKeys(text, file);
  return [(await readSigningKey(text, file)).public];
}

/**
 * `npm run sign -- [FOLDER]`: signs the export in the output of `npm run build` (BUILD_DIR, or ./dist) with
 * REGISTRY_SIGNING_KEY, and publishes the public key together with REGISTRY_PUBLIC_KEYS. Without a key, the export stays
 * unsigned.
 *
 * This step is separate from the build, which runs code of many packages, so that none of that code sees the key. It uses
 * only Node, and works before `npm ci`.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { publicKeysFrom, takeSigningKey } from '#build/parts/export-keys.ts';
import { signBuiltExport } from '#build/sign-export.ts';
import { runScript } from '#cli/terminal/run-script.ts';

await runScript(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const folder = path.resolve(positionals[0] ?? process.env.BUILD_DIR ?? 'dist');
  const key = await takeSigningKey(process.env);
  if (key) {
    const publicKeys = await publicKeysFrom(process.env);
    const { kid, expires_at } = await signBuiltExport(folder, { key, publicKeys, now: Date.now() });
    console.log(`Signed the export with the key ${kid}. The signature expires at ${expires_at}.`);
  } else console.log('REGISTRY_SIGNING_KEY is not set. The export stays unsigned.');
});

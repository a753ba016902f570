/**
 * `npm run sign -- [FOLDER]`: signs the export of what `npm run build` wrote (BUILD_DIR, or ./dist), with REGISTRY_SIGNING_KEY, and
 * publishes its public half besides REGISTRY_PUBLIC_KEYS.
 *
 * It is apart from the build, which runs the code of many packages, so that none of that code ever sees the key. It
 * uses nothing but Node itself, and runs before `npm ci`. Without a key it leaves the export as it is.
 */
import path from 'node:path';
import { publicKeysFrom, takeSigningKey } from '#build/parts/export-keys.ts';
import { signBuiltExport } from '#build/sign-export.ts';

try {
  const folder = path.resolve(process.argv[2] ?? process.env.BUILD_DIR ?? 'dist');
  const key = await takeSigningKey(process.env);
  if (key) {
    const publicKeys = await publicKeysFrom(process.env);
    const { kid, expires_at } = await signBuiltExport(folder, { key, publicKeys, now: Date.now() });
    console.log(`The export is signed with the key ${kid} until ${expires_at}.`);
  } else console.log('REGISTRY_SIGNING_KEY is not set, so the export stays unsigned.');
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}

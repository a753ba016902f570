/**
 * `npm run sign`: signs the export of a build.
 *
 * This step is separate from the build, which runs code of many packages, so none of that code gets the key. It uses
 * only Node, and works before `npm ci`.
 */
import path from 'node:path';
import { publicKeysFrom, takeSigningKey } from '#build/parts/export-keys.ts';
import { signBuiltExport } from '#build/sign-export.ts';
import { explainSyntaxError } from '#cli/terminal/explain-syntax-error.ts';
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';

const USAGE = `Usage: npm run sign -- [FOLDER]

Signs the export in the output of npm run build (default: BUILD_DIR, or dist) with REGISTRY_SIGNING_KEY, and publishes
the public key together with REGISTRY_PUBLIC_KEYS. Without a key, the export stays unsigned.

Exit status: 0 success, 1 failure, 2 invalid arguments.`;

await runScript(async () => {
  const { positionals } = parseScriptArgs(USAGE, { allowPositionals: true });
  if (positionals.length > 1) throw new UsageError(`Unexpected argument "${positionals[1]}". Pass one folder.`);
  const folder = path.resolve(positionals[0] ?? (process.env.BUILD_DIR || 'dist'));
  const key = await takeSigningKey(process.env);
  if (key) {
    const publicKeys = await publicKeysFrom(process.env);
    const signed = signBuiltExport(folder, { key, publicKeys, now: Date.now() });
    const damaged = `The index of the export in ${folder} is damaged. Build it again: npm run build`;
    const { kid, expires_at } = await explainSyntaxError(signed, damaged);
    console.log(`Signed the export with the key ${kid}. The signature expires at ${expires_at}.`);
  } else console.log('REGISTRY_SIGNING_KEY is not set. The export stays unsigned.');
});

import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addSecurityRules } from '#site/security-policy.ts';
import type { Addresses } from './config.ts';

/**
 * The wrangler configuration of the Worker, like `wrangler.jsonc` but with files from another folder.
 *
 * @param assets the folder of its files
 * @param vars its variables
 */
export function workerConfiguration(assets: string, vars: Readonly<Record<string, string>>) {
  return {
    name: 'registry-test',
    main: path.resolve('src/edge/worker.ts'),
    compatibility_date: '2026-11-01',
    keep_names: false,
    assets: {
      directory: assets,
      binding: 'ASSETS',
      html_handling: 'none',
      not_found_handling: 'none',
      run_worker_first: workerFirst(),
    },
    durable_objects: { bindings: [{ name: 'SESSIONS', class_name: 'SessionObject' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['SessionObject'] }],
    vars,
  };
}

/** Returns the paths for which the Worker runs before the files, from `wrangler.jsonc`. */
export function workerFirst(file = 'wrangler.jsonc'): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, '');
  return JSON.parse(text).assets.run_worker_first;
}

/** Writes the `_headers` of a build. */
export async function writeHeaderFile(assets: string, { site, registry, validator }: Addresses): Promise<void> {
  const rules = await readFile('public/_headers', 'utf8');
  const urls = { siteUrl: site, registryUrl: registry, validatorUrl: validator };
  await writeFile(path.join(assets, '_headers'), addSecurityRules(rules, urls));
}

/**
 * Generates src/client/types.ts, the types of the API, from its OpenAPI description.
 *   --check  writes nothing; exits with 1 if the file is out of date
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addressesFrom } from '#edge/config.ts';
import { openapi } from '#edge/openapi/openapi.ts';
import { generateTypes } from './client-types/types-of.ts';

const root = path.resolve(import.meta.dirname, '../..');
const name = 'src/client/types.ts';
const file = path.join(root, name);
const text = formatted(generateTypes(JSON.parse(openapi(addressesFrom({}, 'https://registry.example')))));

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error(`${name} is not what the OpenAPI description gives; run node scripts/generate/client-types.ts.`);
  process.exitCode = 1;
}

/** Formats the file like all other source files. */
function formatted(source: string): string {
  const biome = path.join(root, 'node_modules/.bin/biome');
  const { status, stdout, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${name}`], {
    cwd: root,
    input: source,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`biome could not format the types: ${stderr}`);
  return stdout;
}

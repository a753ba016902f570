/**
 * Generates src/client/types.ts, the types of the API, from its OpenAPI description.
 *   --check  writes nothing; exits with 1 if the file is out of date
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { $ } from 'zx';
import { runScript } from '#cli/terminal/run-script.ts';
import { addressesFrom } from '#edge/config.ts';
import { openapi } from '#edge/openapi/openapi.ts';
import { generateTypes } from './client-types/types-of.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NAME = 'src/client/types.ts';

await runScript(async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const file = path.join(ROOT, NAME);
  const text = await format(generateTypes(JSON.parse(openapi(addressesFrom({}, 'https://registry.example')))));
  if (!values.check) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text)
    throw new RangeError(`${NAME} does not match the OpenAPI description. Run node scripts/generate/client-types.ts.`);
});

/** Formats the file like all other source files. */
async function format(source: string): Promise<string> {
  const biome = path.join(ROOT, 'node_modules/.bin/biome');
  const { stdout } = await $({ quiet: true, cwd: ROOT, input: source })`${biome} format --stdin-file-path=${NAME}`;
  return stdout;
}

/**
 * `npm run check`: everything that has to hold before a change lands, one line a step.
 *   --skip NAME[,NAME]   leave steps out, e.g. `--skip tests` where they have just run
 *   --only NAME[,NAME]   run nothing else
 */
import { parseArgs } from 'node:util';
import { $ } from 'zx';

/** The steps, in the order in which a mistake is cheapest to find. */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  format: ['biome', 'ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=20', '.'],
  imports: ['node', 'scripts/checks/imports.ts'],
  schemas: ['node', 'scripts/generate/sync-schemas.ts', '--check'],
  client: ['node', 'scripts/generate/client-types.ts', '--check'],
  registry: ['node', 'scripts/checks/registry.ts'],
  types: ['tsc', '--noEmit'],
  pages: ['astro', 'check', '--tsconfig', 'src/site/tsconfig.json', '--minimumFailingSeverity', 'hint', '--silent'],
  unused: ['knip', '--no-progress'],
  workflows: ['node', 'scripts/checks/workflows.ts'],
  tests: ['vitest', 'run'],
  build: ['node', 'scripts/build.ts'],
  links: ['node', 'scripts/checks/links.ts', 'dist'],
  budgets: ['node', 'scripts/checks/budgets.ts', 'dist'],
};

const { values } = parseArgs({ options: { skip: { type: 'string' }, only: { type: 'string' } } });
const skipped = new Set(values.skip?.split(','));
const wanted = values.only?.split(',') ?? Object.keys(STEPS);
const quietly = $({ quiet: true, nothrow: true, env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } });
const failed: string[] = [];

for (const name of wanted.filter(each => !skipped.has(each))) {
  const command = STEPS[name];
  if (!command) throw new RangeError(`There is no step "${name}"; there are ${Object.keys(STEPS).join(', ')}.`);
  const start = performance.now();
  const { exitCode, stdall } = await quietly`${command}`;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds} s`);
  if (exitCode === 0) continue;
  console.log(stdall);
  failed.push(name);
}

if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length > 0 ? 1 : 0;

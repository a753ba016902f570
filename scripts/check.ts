/** `npm run check`: runs all checks that a change must pass. */
import { $ } from 'zx';
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { STEPS } from './checks/steps.ts';

const USAGE = `Usage: npm run check -- [--skip NAME[,NAME]] [--only NAME[,NAME]]

Runs all checks that a change must pass and prints one line per step.

  --skip NAME[,NAME]  skip steps, for example --skip tests if you have just run them
  --only NAME[,NAME]  run only these steps

NAMEs: ${Object.keys(STEPS).join(', ')}.

Exit status: 0 all steps pass, 1 a step fails, 2 invalid arguments.`;

await runScript(async () => {
  const { values } = parseScriptArgs(USAGE, { options: { skip: { type: 'string' }, only: { type: 'string' } } });
  const skipped = parseSteps(values.skip);
  const steps = parseSteps(values.only ?? Object.keys(STEPS).join()).filter(name => !skipped.includes(name));
  const run = $({ quiet: true, nothrow: true, env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } });
  const failed: string[] = [];

  for (const name of steps) {
    const start = performance.now();
    const { exitCode, stdall } = await run`${STEPS[name] ?? []}`;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds} s`);
    if (exitCode === 0) {
      const [retried] = /^Passed only on a retry.*\n(?: {2}.*\n)*/m.exec(stdall) ?? [];
      if (retried) console.log(retried);
      continue;
    }
    console.log(stdall);
    failed.push(name);
  }
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}.`);
  return failed.length > 0 ? 1 : 0;
});

function parseSteps(list = ''): string[] {
  const names = list.split(',').filter(Boolean);
  const unknown = names.find(name => !Object.hasOwn(STEPS, name));
  if (unknown === undefined) return names;
  throw new UsageError(`Unknown step "${unknown}". Use ${Object.keys(STEPS).join(', ')}.`);
}

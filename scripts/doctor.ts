/**
 * `npm run doctor`: compares a deployment with deploy/settings.json, and prints each missing item with its effect and fix.
 * Changes nothing.
 *
 * Environment: as for `npm run setup`. Exit status: 0 all checks passed, 1 a check found a problem, 2 invalid arguments.
 */
import { parseArgs } from 'node:util';
import { runScript } from '#cli/terminal/run-script.ts';
import { checkDeployment } from '#setup/setup-command.ts';

await runScript(async () => {
  parseArgs({ options: {} });
  return checkDeployment({ environment: process.env, log: line => console.log(line) });
});

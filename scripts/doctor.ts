/** `npm run doctor`: compares a deployment with its settings. */
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { checkDeployment } from '#setup/setup-command.ts';

const USAGE = `Usage: npm run doctor

Compares a deployment with deploy/settings.json, and prints each missing item with its effect and fix. Changes nothing.

Environment: as for npm run setup.

Exit status: 0 all checks passed, 1 a check found a problem, 2 invalid arguments.`;

await runScript(async () => {
  parseScriptArgs(USAGE, { options: {} });
  return checkDeployment({ environment: process.env, log: line => console.log(line) });
});

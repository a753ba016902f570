/** `npm run setup`: sets up a deployment. */
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { runSetup } from '#setup/setup-command.ts';

const USAGE = `Usage: npm run setup -- [--dry-run] [--answers FILE]

Sets up a deployment on GitHub and Cloudflare, on one machine, or on a file host. Prompts for the settings and writes
them to deploy/settings.json. Skips each step that is done, so you can run it again at any time.

  --dry-run       print what would change, and change nothing
  --answers FILE  read the settings from a JSON file instead of asking

Environment: GITHUB_TOKEN (default: the token of gh), CLOUDFLARE_API_TOKEN, and CLOUDFLARE_PREVIEW_API_TOKEN. To use a
GitHub App that exists: SUBMISSION_APP_ID and SUBMISSION_APP_PRIVATE_KEY.

Exit status: 0 complete, 1 a step is open or failed, 2 invalid arguments, 130 canceled.`;

await runScript(async () => {
  const { values } = parseScriptArgs(USAGE, {
    options: { 'dry-run': { type: 'boolean' }, answers: { type: 'string' } },
  });
  return runSetup({
    dryRun: values['dry-run'] ?? false,
    answers: values.answers,
    environment: process.env,
    log: line => console.log(line),
  });
});

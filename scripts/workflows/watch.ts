/**
 * Monitors the deployed registry (workflow watch.yml): runs the checks of `npm run smoke`, checks when its listings were
 * last revalidated, and runs the checks of `npm run doctor` that the token of the job can read.
 *
 * Environment: REGISTRY_URL, the URLs of the other surfaces, MAX_AGE_HOURS (default: 26), and GITHUB_TOKEN. Exit status 1 if a check fails, which starts the workflow Alarm.
 */
import { addressesFrom } from '#edge/config.ts';
import { checkRepository } from '#setup/setup-command.ts';
import { runSmokeChecks } from '../smoke/run-checks.ts';
import type { Target } from '../smoke/target.ts';
import { requireVariable } from './github-job/job.ts';
import { runJob } from './github-job/run-job.ts';

const { env } = process;

await runJob(async () => {
  const { checks, failed } = await runSmokeChecks(createTarget(), console.log);
  console.log(failed === 0 ? `All ${checks} checks passed.` : `${failed} of ${checks} checks failed.`);
  const problems = env.GITHUB_TOKEN ? await checkRepository({ environment: env, log: console.log }) : 0;
  return failed + problems === 0 ? 0 : 1;
});

/** @throws RangeError if a setting is invalid; with a limit that is not a number, the check of the age would never fail */
function createTarget(): Target {
  const maxAgeHours = Number(env.MAX_AGE_HOURS || '26');
  if (!(maxAgeHours > 0))
    throw new RangeError(`MAX_AGE_HOURS is "${env.MAX_AGE_HOURS}". Use a number of hours, such as 26.`);
  const addresses = addressesFrom(env, requireVariable(env, 'REGISTRY_URL'));
  return { ...addresses, readOnly: !env.SUBMISSION_APP_ID, commit: undefined, maxAgeHours };
}

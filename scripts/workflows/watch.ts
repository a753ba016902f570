/**
 * Looks at the deployed registry (workflow watch.yml): all that `npm run smoke` tests, and that its data is not too old.
 *
 * Environment: REGISTRY_URL and its like; MAX_AGE_HOURS, 26 unless set: a listing is checked every day. Exit status 1
 * when something does not hold, by which the workflow Alarm knows.
 */
import * as core from '@actions/core';
import { addressesFrom } from '#edge/config.ts';
import { smoke } from '../smoke/run-checks.ts';
import type { Target } from '../smoke/target.ts';
import { required } from './github-job/job.ts';

const { env } = process;

try {
  const { checks, failed } = await smoke(watchedPlace(), console.log);
  console.log(failed === 0 ? `All ${checks} checks hold.` : `${failed} of ${checks} checks fail.`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  core.setFailed(error instanceof RangeError ? error.message : String(error instanceof Error ? error.stack : error));
}

/** @throws RangeError when a setting is unusable: a limit that is no number would never be passed */
function watchedPlace(): Target {
  const maxAgeHours = Number(env.MAX_AGE_HOURS || '26');
  if (!(maxAgeHours > 0))
    throw new RangeError(`MAX_AGE_HOURS is "${env.MAX_AGE_HOURS}", but must be a number of hours, such as 26.`);
  const addresses = addressesFrom(env, required(env, 'REGISTRY_URL'));
  return { ...addresses, readOnly: !env.SUBMISSION_APP_ID, commit: undefined, maxAgeHours };
}

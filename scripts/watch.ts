/**
 * Looks at the deployed registry (workflow watch.yml): all that `npm run smoke` tests, and that its data is not too old.
 *
 * Environment: REGISTRY_URL and its like; MAX_AGE_HOURS, 26 unless set: a listing is checked every day. Exit status 1
 * when something does not hold, by which the workflow Alarm knows.
 */
import { addressesFrom } from '#edge/configuration.ts';
import { required } from '#scripts/github-job/job.ts';
import { smoke } from '#scripts/smoke/run-checks.ts';

const { env } = process;
const place = {
  ...addressesFrom(env, required(env, 'REGISTRY_URL')),
  readOnly: !env.SUBMISSION_APP_ID,
  commit: undefined,
  maxAgeHours: Number(env.MAX_AGE_HOURS || '26'),
};
const { checks, failed } = await smoke(place, console.log);
console.log(failed === 0 ? `All ${checks} checks hold.` : `${failed} of ${checks} checks fail.`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Submits the registry's own API to the deployed registry and waits for the decision (workflow canary.yml).
 *
 * Environment: REGISTRY_URL. Exit status 1 if the submission is rejected or not decided in time, which starts the
 * workflow Alarm.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { submitCanary } from './canary/submit-canary.ts';
import { requireVariable } from './github-job/job.ts';
import { runJob } from './github-job/run-job.ts';

await runJob(async () => {
  const registry = requireVariable(process.env, 'REGISTRY_URL').replace(/\/+$/, '');
  const { isApproved, summary } = await submitCanary({
    registry,
    fetch: globalThis.fetch,
    now: Date.now,
    sleep: milliseconds => sleep(milliseconds),
  });
  console.log(summary);
  return isApproved ? 0 : 1;
});

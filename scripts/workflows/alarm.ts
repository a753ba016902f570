/**
 * Maintains one issue for each failing workflow (workflow alarm.yml): opens it, updates it after each further failure, and
 * closes it when the workflow succeeds.
 *
 * Environment: ALARM (the name of the workflow), CONCLUSION and RUN_URL of its run, and the variables of `github-job/`.
 */
import { updateAlarmIssue } from './alarm/alarm-issue.ts';
import { createJobRepository, requireVariable } from './github-job/job.ts';
import { runJob } from './github-job/run-job.ts';

const { env } = process;

await runJob(async () => {
  const summary = await updateAlarmIssue(createJobRepository(env), {
    name: requireVariable(env, 'ALARM'),
    conclusion: requireVariable(env, 'CONCLUSION'),
    runUrl: requireVariable(env, 'RUN_URL'),
    now: Date.now(),
  });
  console.log(summary);
});

/**
 * Keeps one issue for each workflow that fails (workflow alarm.yml): opens it, updates it with every further failure, and
 * closes it when the workflow succeeds again.
 *
 * Environment: ALARM (the workflow's name), CONCLUSION (of its run), RUN_URL, and that of `github-job/`.
 */
import * as core from '@actions/core';
import { keepAlarm } from './alarm/alarm-issue.ts';
import { jobRepository, required } from './github-job/job.ts';

const { env } = process;

try {
  const done = await keepAlarm(jobRepository(env), {
    name: required(env, 'ALARM'),
    conclusion: required(env, 'CONCLUSION'),
    runUrl: required(env, 'RUN_URL'),
    now: Date.now(),
  });
  console.log(done);
} catch (error) {
  core.setFailed(error instanceof RangeError ? error.message : String(error instanceof Error ? error.stack : error));
}

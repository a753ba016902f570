/**
 * Creates a token of the submission App for the next steps of a job (workflow review.yml), so that only this step has the
 * key:
 *
 *   node scripts/workflows/create-app-token.ts read | write
 *
 * Environment: APP_ID, APP_INSTALLATION_ID, APP_PRIVATE_KEY. Sets the output `token`, which is empty without a key.
 */
import * as core from '@actions/core';
import { createJobAppToken } from './github-job/app-token.ts';
import { runJob } from './github-job/run-job.ts';

await runJob(async () => {
  const [scope] = process.argv.slice(2);
  if (scope !== 'read' && scope !== 'write')
    throw new RangeError('Usage: node scripts/workflows/create-app-token.ts read | write');
  const token = await createJobAppToken(process.env, scope);
  if (token === undefined) core.notice('No key of the submission App: this job uses the rate limit of its own token.');
  else core.setSecret(token);
  core.setOutput('token', token ?? '');
});

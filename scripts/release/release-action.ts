/**
 * Publishes the folder of the publishers' action (workflow release.yml): its files become a commit of the branch `action`,
 * which holds nothing else, tagged with the version; the tag of the major version moves there too. Running it again for the
 * same files does nothing.
 *
 * Environment: ACTION_DIR (what `pack-action.ts` made), RELEASE_TAG, and that of `github-job/`, with `contents: write`.
 */
import * as core from '@actions/core';
import { jobRepository, required } from '../workflows/github-job/job.ts';
import { publishAction } from './published-action.ts';

const { env } = process;

try {
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(required(env, 'RELEASE_TAG')) ?? [];
  if (version === undefined) throw new RangeError('RELEASE_TAG is not "v" and a version such as 1.2.3.');
  console.log(await publishAction(jobRepository(env), required(env, 'ACTION_DIR'), version));
} catch (error) {
  core.setFailed(error instanceof RangeError ? error.message : String(error instanceof Error ? error.stack : error));
}

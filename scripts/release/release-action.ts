/**
 * Publishes the GitHub Action for publishers (workflow release.yml): commits its files to the branch `action`, which contains
 * nothing else, tags the commit with the version, and moves the tag of the major version. A second run with the same files
 * does nothing.
 *
 * Environment: ACTION_DIR (the output of `pack-action.ts`), RELEASE_TAG, and the variables of `github-job/` with
 * `contents: write`.
 */
import { createJobRepository, requireVariable } from '../workflows/github-job/job.ts';
import { runJob } from '../workflows/github-job/run-job.ts';
import { publishAction } from './published-action.ts';

const { env } = process;

await runJob(async () => {
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(requireVariable(env, 'RELEASE_TAG')) ?? [];
  if (version === undefined) throw new RangeError('RELEASE_TAG must be a version with the prefix "v", such as v1.2.3.');
  console.log(await publishAction(createJobRepository(env), requireVariable(env, 'ACTION_DIR'), version));
});

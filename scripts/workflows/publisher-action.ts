/**
 * The GitHub Action for publishers (`action/action.yml`): validates the manifest in the repository of a publisher, reports
 * its changes, and maintains one comment on the pull request. `scripts/release/pack-action.ts` bundles it.
 *
 * Environment: the inputs of the action (INPUT_…), GITHUB_WORKSPACE, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_API_URL,
 * GITHUB_OUTPUT, and GITHUB_STEP_SUMMARY. Exit status 1 if the manifest is invalid, or has breaking changes and
 * `fail-on-breaking` is true.
 */
import { readFile } from 'node:fs/promises';
import * as core from '@actions/core';
import { annotate } from '#action/annotations.ts';
import { parseChange } from '#action/change.ts';
import { commentOnPull } from '#action/comment.ts';
import { compareManifest } from '#action/comparison.ts';
import { readInputs } from '#action/inputs.ts';
import { checkManifest } from '#action/manifest-file.ts';
import { formatReview } from '#action/review-text.ts';
import { createJobRepository, requireVariable, writeSummary } from './github-job/job.ts';
import { runJob } from './github-job/run-job.ts';

const { env } = process;

await runJob(async () => {
  const inputs = readInputs();
  const repository = createJobRepository({ ...env, GITHUB_TOKEN: inputs.token });
  const change = parseChange(JSON.parse(await readFile(requireVariable(env, 'GITHUB_EVENT_PATH'), 'utf8')));
  const checked = await checkManifest(requireVariable(env, 'GITHUB_WORKSPACE'), inputs.manifest);
  const compared = await compareManifest(repository, change.before, inputs.manifest, checked);

  const valid = 'report' in checked && checked.report.passed;
  const { differences } = compared;
  const breaking = differences?.filter(difference => difference.breaking);
  core.setOutput('valid', valid);
  core.setOutput('differences', differences?.length ?? '');
  core.setOutput('breaking', breaking?.length ?? '');

  const text = formatReview(inputs.manifest, checked, compared);
  await writeSummary(env, text);
  annotate(inputs.manifest, checked);
  if (inputs.comment && change.pull !== undefined) {
    // Comments only on pull requests that change the manifest, or that already have a comment.
    const begin = !valid || (differences && differences.length > 0) ? 'always' : 'never';
    await commentOnPull(repository, change.pull, inputs.manifest, text, begin);
  }
  if (!valid) core.setFailed(`${inputs.manifest} is not a valid manifest.`);
  else if (inputs.failOnBreaking && breaking && breaking.length > 0)
    core.setFailed(`${inputs.manifest} has changes that can break an agent.`);
});

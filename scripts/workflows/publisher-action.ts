/**
 * The GitHub Action for publishers (`action/action.yml`): checks the manifest in the repository of a publisher, tells what
 * changes in it, and keeps one comment on a pull request. `scripts/release/pack-action.ts` bundles it.
 *
 * Environment: the inputs of the action (INPUT_…), GITHUB_WORKSPACE, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_API_URL,
 * GITHUB_OUTPUT and GITHUB_STEP_SUMMARY. Exit status 1 when the manifest is not valid, or has breaking differences where
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
import { jobRepository, required, writeSummary } from './github-job/job.ts';

const { env } = process;

try {
  const inputs = readInputs();
  const repository = jobRepository({ ...env, GITHUB_TOKEN: inputs.token });
  const change = parseChange(JSON.parse(await readFile(required(env, 'GITHUB_EVENT_PATH'), 'utf8')));
  const checked = await checkManifest(required(env, 'GITHUB_WORKSPACE'), inputs.manifest);
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
    // A pull request that leaves the manifest alone gets no comment, unless it had one from when it did not.
    const begin = !valid || (differences && differences.length > 0) ? 'always' : 'never';
    await commentOnPull(repository, change.pull, inputs.manifest, text, begin);
  }
  if (!valid) core.setFailed(`${inputs.manifest} is not a valid manifest.`);
  else if (inputs.failOnBreaking && breaking && breaking.length > 0)
    core.setFailed(`${inputs.manifest} has breaking changes.`);
} catch (error) {
  core.setFailed(error instanceof RangeError ? error.message : String(error instanceof Error ? error.stack : error));
}

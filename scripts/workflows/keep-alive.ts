/**
 * Enables each active workflow again, because GitHub disables schedules after 60 days without activity (workflow
 * keep-alive.yml). Workflows that a maintainer disabled stay disabled.
 *
 * Environment: the variables of `github-job/`. Exit status 1 if a workflow could not be enabled.
 */
import { RequestError } from 'octokit';
import { place } from '#submission/github/api/repository.ts';
import { createJobRepository } from './github-job/job.ts';
import { runJob } from './github-job/run-job.ts';

await runJob(async () => {
  const repository = createJobRepository(process.env);
  const { octokit } = repository;
  const target = place(repository);
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/actions/workflows', { ...target, per_page: 100 });
  const kept = data.workflows.filter(({ state }) => state === 'active' || state === 'disabled_inactivity');
  const failed: string[] = [];
  for (const { id, path } of kept) {
    try {
      await octokit.request('PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable', {
        ...target,
        workflow_id: id,
      });
    } catch (error) {
      // The others must not wait a week for the next run.
      if (!(error instanceof RequestError)) throw error;
      failed.push(`Cannot enable ${path} (status ${error.status}).`);
    }
  }
  for (const line of failed) console.error(line);
  console.log(`Enabled ${kept.length - failed.length} workflows.`);
  return failed.length > 0 ? 1 : 0;
});

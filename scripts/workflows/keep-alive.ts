/**
 * Enables each active workflow again, because GitHub disables schedules after 60 days without activity (workflow
 * keep-alive.yml). Workflows that a maintainer disabled stay disabled.
 *
 * Environment: the variables of `github-job/`.
 */
import { place } from '#submission/github/api/repository.ts';
import { createJobRepository } from './github-job/job.ts';
import { runJob } from './github-job/run-job.ts';

await runJob(async () => {
  const repository = createJobRepository(process.env);
  const { octokit } = repository;
  const target = place(repository);
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/actions/workflows', { ...target, per_page: 100 });
  const kept = data.workflows.filter(({ state }) => state === 'active' || state === 'disabled_inactivity');
  for (const { id } of kept) {
    await octokit.request('PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable', {
      ...target,
      workflow_id: id,
    });
  }
  console.log(`Enabled ${kept.length} workflows.`);
});

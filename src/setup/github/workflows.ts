import { createState, type Step } from '../step.ts';
import type { GithubContext } from './github-context.ts';

/**
 * Turns workflows on. GitHub disables all workflows of a fork, and scheduled workflows of a public repository without
 * activity for 60 days.
 */
export function createWorkflowsStep({ octokit, owner, repo }: GithubContext): Step {
  async function listDisabled() {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/actions/workflows', {
      owner,
      repo,
      per_page: 100,
    });
    return data.workflows.filter(({ state }) => state.startsWith('disabled'));
  }
  return {
    id: 'workflows',
    title: 'Workflows',
    effect: 'Submissions are not reviewed, listings are not revalidated, or nothing is deployed.',
    undo: 'Disable a workflow under Actions.',
    inspect: async () => createState((await listDisabled()).map(({ name }) => `the workflow ${name}`)),
    async apply() {
      for (const { id } of await listDisabled()) {
        const path = 'PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable';
        await octokit.request(path, { owner, repo, workflow_id: id });
      }
    },
  };
}

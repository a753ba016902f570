import { createState, type Step } from '../step.ts';
import type { GithubContext } from './github-context.ts';

/** Turns on GitHub Actions and gives jobs a token that can only read, since each job requests what it needs. */
export function createPermissionsStep({ octokit, owner, repo }: GithubContext): Step {
  return {
    id: 'workflow-permissions',
    title: 'Permissions of workflows',
    effect: 'Workflows do not run, or a job without its own permissions can write to the repository.',
    undo: 'Change Settings, Actions, General in the repository.',
    async inspect() {
      const { data: actions } = await octokit.request('GET /repos/{owner}/{repo}/actions/permissions', { owner, repo });
      const { data: token } = await octokit.request('GET /repos/{owner}/{repo}/actions/permissions/workflow', {
        owner,
        repo,
      });
      return createState([
        ...(actions.enabled ? [] : ['GitHub Actions']),
        ...(token.default_workflow_permissions === 'read' ? [] : ['a read-only default token']),
      ]);
    },
    async apply() {
      await octokit.request('PUT /repos/{owner}/{repo}/actions/permissions', {
        owner,
        repo,
        enabled: true,
        allowed_actions: 'all',
      });
      await octokit.request('PUT /repos/{owner}/{repo}/actions/permissions/workflow', {
        owner,
        repo,
        default_workflow_permissions: 'read',
        can_approve_pull_request_reviews: false,
      });
    },
  };
}

import { createState, SetupError, type Step } from '../step.ts';
import type { GithubContext } from './github-context.ts';

/**
 * Turns on GitHub Actions and gives jobs a token that can only read, since each job requests what it needs. Changes nothing
 * else: a repository may allow only selected actions, and the workflows use only actions from GitHub.
 */
export function createPermissionsStep({ octokit, owner, repo }: GithubContext): Step {
  const target = { owner, repo };
  const readActions = async () => (await octokit.request('GET /repos/{owner}/{repo}/actions/permissions', target)).data;
  const readToken = async () =>
    (await octokit.request('GET /repos/{owner}/{repo}/actions/permissions/workflow', target)).data;
  return {
    id: 'workflow-permissions',
    title: 'Permissions of workflows',
    effect: 'Workflows do not run, or a job without its own permissions can write to the repository.',
    undo: 'Change Settings, Actions, General in the repository.',
    async inspect() {
      const [actions, token] = [await readActions(), await readToken()];
      return createState([
        ...(actions.enabled ? [] : ['GitHub Actions']),
        ...(actions.allowed_actions === 'local_only' ? ['permission to run actions of GitHub'] : []),
        ...(token.default_workflow_permissions === 'read' ? [] : ['a read-only default token']),
      ]);
    },
    async apply() {
      const { enabled, allowed_actions } = await readActions();
      if (!enabled || allowed_actions === 'local_only') {
        const change = { enabled: true, ...(allowed_actions === 'local_only' && { allowed_actions: 'all' as const }) };
        await octokit
          .request('PUT /repos/{owner}/{repo}/actions/permissions', { ...target, ...change })
          .catch((error: { readonly status?: number }) => {
            throw error.status === 409 ? new SetupError(FORBIDDEN) : error;
          });
      }
      const { default_workflow_permissions, can_approve_pull_request_reviews } = await readToken();
      if (default_workflow_permissions === 'read') return;
      await octokit.request('PUT /repos/{owner}/{repo}/actions/permissions/workflow', {
        ...target,
        default_workflow_permissions: 'read',
        can_approve_pull_request_reviews,
      });
    },
  };
}

/** An organization can forbid Actions in its repositories. GitHub then responds with status 409. */
const FORBIDDEN =
  'The organization of the repository does not allow this. Ask one of its owners to allow GitHub Actions for the repository under Settings, Actions, General of the organization, then run setup again.';

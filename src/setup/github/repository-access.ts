import { createState, type Step } from '../step.ts';
import { type GithubContext, orUndefined } from './github-context.ts';

/**
 * Checks that the token can administer the repository, and what only a person can change there, before any other step changes
 * something.
 */
export function createAccessStep({ octokit, owner, repo }: GithubContext): Step {
  return {
    id: 'github-access',
    title: `Access to ${owner}/${repo}`,
    effect: 'Setup and doctor cannot read the settings of the repository, or its workflows do not work.',
    undo: 'Nothing to undo.',
    async inspect() {
      const found = await orUndefined(octokit.request('GET /repos/{owner}/{repo}', { owner, repo }));
      if (found === undefined)
        return createState(
          [`the repository ${owner}/${repo}, or the right of the token to see it`],
          'Create the repository from this project, push main, and check repository in deploy/settings.json.',
        );
      if (found.permissions?.admin !== true)
        return createState(
          ['the administrator role of the token'],
          'Create a fine-grained token for this repository with Administration, Actions, Contents, Environments, Issues, Secrets, Variables, and Workflows (read and write), and set GITHUB_TOKEN.',
        );
      // Schedules run on the default branch, and secrets are only for main.
      if (found.default_branch !== 'main')
        return createState(
          [`the default branch main (it is ${found.default_branch})`],
          `Rename the branch ${found.default_branch} to main under Settings, General, Default branch.`,
        );
      // Forks have none at first, and without them, no failure of a workflow raises an alarm.
      if (found.has_issues === false)
        return createState(
          ['issues, which are the alarms and a way to submit'],
          'Turn on Issues under Settings, General, Features.',
        );
      return createState([]);
    },
  };
}

import type { RunCommand } from '../machine/run-command.ts';
import { createState, SetupError, type Step } from '../step.ts';
import type { GithubContext } from './github-context.ts';

/** Checks that the changes of setup are on `main`, because workflows run from there. */
export function createPushedStep({ octokit, owner, repo }: GithubContext, run: RunCommand): Step {
  return {
    id: 'pushed',
    title: 'Changes of setup on main',
    effect: 'Workflows run with the placeholders of this project.',
    undo: 'Revert the commit.',
    async inspect() {
      const changed = await run('git', ['status', '--porcelain', '--untracked-files=no']);
      if (changed.output.trim() !== '')
        return createState(
          ['a commit of the changed files'],
          'Run git add --all && git commit --message "Set up the registry" && git push origin HEAD:main.',
        );
      const local = (await run('git', ['rev-parse', 'HEAD'])).output.trim();
      const { data } = await octokit.request('GET /repos/{owner}/{repo}/branches/{branch}', {
        owner,
        repo,
        branch: 'main',
      });
      return createState(data.commit.sha === local ? [] : ['this commit on main'], 'Run git push origin HEAD:main.');
    },
  };
}

/** Starts the workflow Deploy. */
export async function startDeployment({ octokit, owner, repo }: GithubContext): Promise<void> {
  await octokit.request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
    owner,
    repo,
    workflow_id: 'deploy.yml',
    ref: 'main',
  });
  throw new SetupError(
    `The workflow Deploy was started: https://github.com/${owner}/${repo}/actions/workflows/deploy.yml. Run setup again when it has finished, in about ten minutes.`,
  );
}

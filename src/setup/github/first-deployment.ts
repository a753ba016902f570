import type { RunCommand } from '../machine/run-command.ts';
import { PLACEHOLDER_FILES } from '../placeholders.ts';
import { SETTINGS_FILE } from '../settings-file.ts';
import { createState, SetupError, type Step } from '../step.ts';
import { type GithubContext, orUndefined } from './github-context.ts';

/** Commits the files that setup changed and pushes them to `main`, because workflows run from there. */
export function createPushedStep({ octokit, owner, repo }: GithubContext, clone: string, run: RunCommand): Step {
  const git = (...args: readonly string[]) => run('git', ['-C', clone, ...args]);

  async function listChanged(): Promise<readonly string[]> {
    const files = [SETTINGS_FILE, ...PLACEHOLDER_FILES];
    const { ok, output } = await git('status', '--porcelain', '--untracked-files=all', '--', ...files);
    if (!ok) throw new SetupError(`${clone} is not a clone: ${lastLine(output)}`);
    return output
      .split('\n')
      .filter(Boolean)
      .map(line => line.slice(3));
  }

  async function mustRun(...args: readonly string[]): Promise<void> {
    const { ok, output } = await git(...args);
    if (!ok) throw new SetupError(`git ${args[0]} failed: ${lastLine(output)}`);
  }

  /** Otherwise, a clone of another repository would push there. */
  async function requireRemote(): Promise<void> {
    const { ok, output } = await git('remote', 'get-url', 'origin');
    const url = output
      .trim()
      .replace(/\/+$/, '')
      .replace(/\.git$/, '')
      .toLowerCase();
    const name = `${owner}/${repo}`.toLowerCase();
    if (ok && (url.endsWith(`/${name}`) || url.endsWith(`:${name}`))) return;
    throw new SetupError(
      `The remote "origin" of this clone is not ${owner}/${repo}. Run git remote set-url origin with the URL of that repository, then run setup again.`,
    );
  }

  /** Whether main has a commit. The workflows commit there, too, so its last commit is usually another one. */
  async function isOnMain(commit: string): Promise<boolean> {
    const path = 'GET /repos/{owner}/{repo}/branches/{branch}';
    const main = await orUndefined(octokit.request(path, { owner, repo, branch: 'main' }));
    if (main === undefined || main.commit.sha === commit) return main !== undefined;
    await git('fetch', '--quiet', '--no-tags', 'origin', 'refs/heads/main');
    return (await git('merge-base', '--is-ancestor', commit, main.commit.sha)).ok;
  }

  return {
    id: 'pushed',
    title: 'Changes of setup on main',
    effect: 'Workflows run with the placeholders of this project.',
    undo: 'Run git revert HEAD && git push origin HEAD:main.',
    async inspect() {
      const changed = await listChanged();
      if (changed.length > 0) return createState([`a commit of ${changed.length} files`]);
      const local = (await git('rev-parse', 'HEAD')).output.trim();
      return createState((await isOnMain(local)) ? [] : ['this commit on main']);
    },
    async apply() {
      await requireRemote();
      const changed = await listChanged();
      if (changed.length > 0) {
        await mustRun('add', '--', ...changed);
        // With paths, so that other changes of the operator stay uncommitted.
        await mustRun('commit', '--quiet', '--message', 'Set up the registry', '--', ...changed);
      }
      const { ok, output } = await git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
      if (!ok) throw new SetupError(explainPush(output));
    },
  };
}

/** Explains a failed push. Its last lines are hints of git. */
function explainPush(output: string): string {
  const again = 'then run setup again.';
  if (/\[rejected\]/.test(output))
    return `main has commits that this clone lacks. Run git pull --rebase origin main, ${again}`;
  const reason = /^(?:fatal|error|remote: error): (.*)$/m.exec(output)?.[1] ?? lastLine(output);
  return `git push failed: ${reason.replace(/\.$/, '')}. Run git push origin HEAD:main, ${again}`;
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}

/** Starts the workflow Deploy. */
export async function startDeployment({ octokit, owner, repo }: GithubContext): Promise<void> {
  await octokit.request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
    owner,
    repo,
    workflow_id: 'deploy.yml',
    ref: 'main',
  });
}

/** Returns the error for a deployment that did not end in time. */
export function createPendingError(
  { owner, repo }: Pick<GithubContext, 'owner' | 'repo'>,
  missing: string,
): SetupError {
  return new SetupError(
    `The workflow Deploy was started, but the registry is not online. Missing: ${missing}. See https://github.com/${owner}/${repo}/actions/workflows/deploy.yml, then run setup again.`,
  );
}

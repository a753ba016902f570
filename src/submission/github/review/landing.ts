import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addCommits, type NewCommit, tipOf } from '../../git/commits.ts';
import type { Remote } from '../../git/fetch-branch.ts';
import { readFiles } from '../../git/files.ts';
import { createGit, LONG_GIT_TIMEOUT_MS, run } from '../../git/git.ts';
import { RulesetError, toPushError } from '../../git/push-error.ts';

/**
 * A temporary copy of branches of the repository, to read files and to push commits. Requests of git do not count
 * against the rate limits of the GitHub API.
 */
export interface Landing {
  /** Fetches the last commits of branches. */
  refresh(...branches: readonly string[]): Promise<void>;
  /** Returns the content of files as of the last refresh. Undefined for a file or branch that does not exist. */
  read(branch: string, paths: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
  /** Whether a branch existed at the last refresh. */
  has(branch: string): boolean;
  /** Returns the names of the files in a folder. */
  list(branch: string, folder: string): Promise<readonly string[]>;
  /** Adds a commit to the copy of a branch. Returns its hash. */
  commit(branch: string, commit: NewCommit): Promise<string>;
  /**
   * Pushes all of these branches, or none.
   *
   * @throws RulesetError if a rule of the repository forbids it
   * @throws GitError if a branch has changed since the last refresh, or if the connection is lost
   */
  push(...branches: readonly string[]): Promise<void>;
  /** Points a remote branch to a commit if it still points to `expected`. Returns false otherwise. */
  move(branch: string, sha: string, expected: string): Promise<boolean>;
  /** Deletes a remote branch if it still points to `expected`. Does nothing otherwise. */
  remove(branch: string, expected: string): Promise<void>;
  close(): Promise<void>;
}

/** Creates an empty copy of a repository. */
export async function openLanding(remote: Remote, author?: string): Promise<Landing> {
  const folder = await mkdtemp(path.join(tmpdir(), 'landing-'));
  const git = createGit(path.join(folder, 'landing.git'), author);
  await run(['init', '--quiet', '--bare', git.dir]);
  /** The branches of the copy. */
  const copied = new Set<string>();
  const network = { authorization: remote.authorization, timeoutMs: LONG_GIT_TIMEOUT_MS };

  async function push(...refspecs: readonly string[]): Promise<void> {
    try {
      await git.run(['push', '--quiet', '--atomic', remote.url, ...refspecs], network);
    } catch (error) {
      throw toPushError(error);
    }
  }

  /** Returns the hash of a remote branch, or undefined if it does not exist. */
  async function getRemoteTip(branch: string): Promise<string | undefined> {
    const listed = String(await git.run(['ls-remote', remote.url, toRef(branch)], network));
    return listed.split('\t')[0] || undefined;
  }

  return {
    async refresh(...branches) {
      const refs = branches.map(toRef);
      const listed = String(await git.run(['ls-remote', remote.url, ...refs], network));
      const names = new Set(listed.split('\n').map(line => line.split('\t')[1]));
      for (const branch of branches) copied.delete(branch);
      const present = branches.filter(branch => names.has(toRef(branch)));
      if (present.length === 0) return;
      const options = ['--quiet', '--no-tags', '--no-auto-maintenance', '--depth=1'];
      const refspecs = present.map(branch => `+${toRef(branch)}:${toRef(branch)}`);
      await git.run(['fetch', ...options, remote.url, ...refspecs], network);
      for (const branch of present) copied.add(branch);
    },
    read: async (branch, paths) =>
      copied.has(branch) ? readFiles(git, toRef(branch), paths) : paths.map(() => undefined),
    has: branch => copied.has(branch),
    async list(branch, folder) {
      if (!copied.has(branch)) return [];
      const output = String(await git.run(['ls-tree', '-z', '--name-only', toRef(branch), `${folder}/`]));
      return output
        .split('\0')
        .filter(Boolean)
        .map(file => path.posix.basename(file));
    },
    async commit(branch, commit) {
      const tip = copied.has(branch) ? await tipOf(git, branch) : undefined;
      const sha = await addCommits(git, { name: branch, tip }, [commit]);
      copied.add(branch);
      return sha;
    },
    push: (...branches) => push(...branches.map(branch => `${toRef(branch)}:${toRef(branch)}`)),
    async move(branch, sha, expected) {
      try {
        await push(`--force-with-lease=${toRef(branch)}:${expected}`, `${sha}:${toRef(branch)}`);
        return true;
      } catch (error) {
        if (error instanceof RulesetError) throw error;
        // The error output does not tell whether the branch changed, the server failed, or only its response was lost.
        const tip = await getRemoteTip(branch);
        if (tip === expected) throw error;
        return tip === sha;
      }
    },
    async remove(branch, expected) {
      await push(`--force-with-lease=${toRef(branch)}:${expected}`, `:${toRef(branch)}`).catch(async error => {
        if ((await getRemoteTip(branch)) === expected) throw error;
      });
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function toRef(branch: string): string {
  return `refs/heads/${branch}`;
}

import { tipOf } from './commits.ts';
import { type Git, LONG_GIT_TIMEOUT_MS } from './git.ts';

/** A remote repository that accepts pushes. */
export interface Remote {
  /** The URL or path, in any form that git accepts. */
  readonly url: string;
  /** The value of the `Authorization` header. */
  readonly authorization?: string | undefined;
}

/** Returns the name of the local copy of a remote branch. Its prefix keeps it apart from the other branches of this clone. */
export function toLocalCopy(branch: string): string {
  return `revalidation/${branch}`;
}

/** Fetches remote branches to their local copies. Deletes the copy of each branch that does not exist on the remote. */
export async function fetchBranches(git: Git, branches: readonly string[], remote: Remote): Promise<void> {
  const listed = String(await git.run(['ls-remote', '--heads', remote.url], remote)).split('\n');
  for (const branch of branches) {
    const copy = `refs/heads/${toLocalCopy(branch)}`;
    if (!listed.some(line => line.endsWith(`\trefs/heads/${branch}`))) {
      await git.run(['update-ref', '-d', copy]);
      continue;
    }
    const refspec = `+refs/heads/${branch}:${copy}`;
    const options = { ...remote, timeoutMs: LONG_GIT_TIMEOUT_MS };
    await git.run(['fetch', '--quiet', '--no-tags', remote.url, refspec], options);
  }
}

/** Like `fetchBranches`. Returns the last commit of the branch. Undefined if it does not exist. */
export async function fetchBranch(git: Git, branch: string, remote: Remote): Promise<string | undefined> {
  await fetchBranches(git, [branch], remote);
  return tipOf(git, toLocalCopy(branch));
}

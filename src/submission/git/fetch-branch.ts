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

/**
 * Fetches a remote branch to its local copy. Deletes the copy if the branch does not exist on the remote.
 * @returns its last commit. Undefined if it does not exist
 */
export async function fetchBranch(git: Git, branch: string, remote: Remote): Promise<string | undefined> {
  const copy = toLocalCopy(branch);
  const listed = String(await git.run(['ls-remote', remote.url, `refs/heads/${branch}`], remote));
  if (listed === '') {
    await git.run(['update-ref', '-d', `refs/heads/${copy}`]);
    return undefined;
  }
  const refspec = `+refs/heads/${branch}:refs/heads/${copy}`;
  const options = { ...remote, timeoutMs: LONG_GIT_TIMEOUT_MS };
  await git.run(['fetch', '--quiet', '--no-tags', remote.url, refspec], options);
  return tipOf(git, copy);
}

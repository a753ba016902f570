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
  const present = branches.filter(branch => listed.some(line => line.endsWith(`\trefs/heads/${branch}`)));
  for (const branch of branches)
    if (!present.includes(branch)) await git.run(['update-ref', '-d', `refs/heads/${toLocalCopy(branch)}`]);
  if (present.length === 0) return;
  const refspecs = present.map(branch => `+refs/heads/${branch}:refs/heads/${toLocalCopy(branch)}`);
  const options = { ...remote, timeoutMs: LONG_GIT_TIMEOUT_MS };
  await git.run(['fetch', '--quiet', '--no-tags', remote.url, ...refspecs], options);
}

/** Like `fetchBranches`. Returns the last commit of the branch. Undefined if it does not exist. */
export async function fetchBranch(git: Git, branch: string, remote: Remote): Promise<string | undefined> {
  await fetchBranches(git, [branch], remote);
  return tipOf(git, toLocalCopy(branch));
}

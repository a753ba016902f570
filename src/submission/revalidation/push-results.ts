import { tipOf } from '../git/commits.ts';
import { type Git, LONG_GIT_TIMEOUT_MS } from '../git/git.ts';
import { toPushError } from '../git/push-error.ts';
import { NETWORK_RETRY, type RemoteRetryOptions, retryRemoteWork } from '../git/retry-remote-work.ts';
import { type CommitContext, commitResults, type Settlement } from './commit-results.ts';
import type { RunResults } from './results.ts';

/** A remote repository that accepts pushes. */
export interface Remote {
  /** The URL or path, in any form that git accepts. */
  readonly url: string;
  /** The value of the `Authorization` header. */
  readonly authorization?: string | undefined;
}

/** The prefix of the temporary local branches, which keeps them apart from the other branches of this clone. */
const LOCAL_PREFIX = 'revalidation/';

/**
 * Pushes the results of a run to a remote repository: fetches its branches, commits on top of them, and pushes both
 * branches or neither. If one of them changed in the meantime, or if the connection was lost, starts over.
 *
 * @throws GitError if the repository cannot be reached, RulesetError if a rule forbids the push
 */
export async function pushResults(
  results: RunResults,
  place: CommitContext,
  remote: Remote,
  retry: RemoteRetryOptions = NETWORK_RETRY,
): Promise<Settlement> {
  const { git, records, observations } = place;
  const here = {
    ...place,
    isShared: true,
    records: `${LOCAL_PREFIX}${records}`,
    observations: `${LOCAL_PREFIX}${observations}`,
  };
  const refspecs = [`${here.records}:refs/heads/${records}`, `${here.observations}:refs/heads/${observations}`];
  return retryRemoteWork(async () => {
    await fetchBranches(git, [records, observations], remote);
    const lease = `--force-with-lease=refs/heads/${observations}:${(await tipOf(git, here.observations)) ?? ''}`;
    const settlement = await commitResults(results, here);
    const options = { ...remote, timeoutMs: LONG_GIT_TIMEOUT_MS };
    await git.run(['push', '--quiet', '--atomic', lease, remote.url, ...refspecs], options).catch(error => {
      throw toPushError(error);
    });
    return settlement;
  }, retry);
}

/** Fetches branches. Deletes the local copy of each branch that does not exist on the remote. */
async function fetchBranches(git: Git, branches: readonly string[], remote: Remote): Promise<void> {
  const listed = String(await git.run(['ls-remote', '--heads', remote.url], remote));
  for (const branch of branches) {
    const exists = listed.split('\n').some(line => line.endsWith(`\trefs/heads/${branch}`));
    if (exists)
      await git.run(
        ['fetch', '--quiet', '--no-tags', remote.url, `+refs/heads/${branch}:refs/heads/${LOCAL_PREFIX}${branch}`],
        {
          ...remote,
          timeoutMs: LONG_GIT_TIMEOUT_MS,
        },
      );
    else await git.run(['update-ref', '-d', `refs/heads/${LOCAL_PREFIX}${branch}`]);
  }
}

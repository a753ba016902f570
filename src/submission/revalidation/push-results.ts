import { tipOf } from '../git/commits.ts';
import { fetchBranches, type Remote, toLocalCopy } from '../git/fetch-branch.ts';
import { LONG_GIT_TIMEOUT_MS } from '../git/git.ts';
import { toPushError } from '../git/push-error.ts';
import { NETWORK_RETRY, type RemoteRetryOptions, retryRemoteWork } from '../git/retry-remote-work.ts';
import { type CommitContext, commitResults, requireBranch, type Settlement } from './commit-results.ts';
import type { RunResults } from './results.ts';

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
    records: toLocalCopy(records),
    observations: toLocalCopy(observations),
  };
  const refspecs = [`${here.records}:refs/heads/${records}`, `${here.observations}:refs/heads/${observations}`];
  return retryRemoteWork(async () => {
    await fetchBranches(git, [records, observations], remote);
    await requireBranch(git, here.records, records);
    const lease = `--force-with-lease=refs/heads/${observations}:${(await tipOf(git, here.observations)) ?? ''}`;
    const settlement = await commitResults(results, here);
    const options = { ...remote, timeoutMs: LONG_GIT_TIMEOUT_MS };
    await git.run(['push', '--quiet', '--atomic', lease, remote.url, ...refspecs], options).catch(error => {
      throw toPushError(error);
    });
    return settlement;
  }, retry);
}

import { tipOf } from '../git/commits.ts';
import { type Git, LONG_GIT_TIMEOUT_MS } from '../git/git.ts';
import { type CommitContext, commitResults, type Settlement } from './commit-results.ts';

/** A repository elsewhere that takes pushes. */
export interface Remote {
  /** Its address, as git understands it. */
  readonly url: string;
  /** What its server wants to see as `Authorization`. */
  readonly authorization?: string | undefined;
}

/** How often somebody else may be faster. */
const ATTEMPTS = 5;

/** The branches that are worked on here, apart from whatever this clone has. */
const OWN = 'revalidation/';

/**
 * Writes a run's results to a repository elsewhere: fetches its branches, settles on top of them, and pushes both at once
 * or none. Where somebody pushed to either meanwhile, it is done again on top of that.
 *
 * @throws Error when it could not be pushed
 */
export async function pushResults(files: readonly string[], place: CommitContext, remote: Remote): Promise<Settlement> {
  const { git, records, observations } = place;
  const here = { ...place, records: `${OWN}${records}`, observations: `${OWN}${observations}` };
  const refspecs = [`${here.records}:refs/heads/${records}`, `${here.observations}:refs/heads/${observations}`];
  let fault: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await fetchBranches(git, [records, observations], remote);
    const lease = `--force-with-lease=refs/heads/${observations}:${(await tipOf(git, here.observations)) ?? ''}`;
    const settlement = await commitResults(files, here);
    try {
      await git.run(['push', '--quiet', '--atomic', lease, remote.url, ...refspecs], {
        ...remote,
        timeoutMs: LONG_GIT_TIMEOUT_MS,
      });
      return settlement;
    } catch (error) {
      fault = error;
    }
  }
  throw new Error(`What was found could not be pushed in ${ATTEMPTS} attempts.`, { cause: fault });
}

/** A branch that is not there is not there here either. */
async function fetchBranches(git: Git, branches: readonly string[], remote: Remote): Promise<void> {
  const listed = String(await git.run(['ls-remote', '--heads', remote.url], remote));
  for (const branch of branches) {
    const exists = listed.split('\n').some(line => line.endsWith(`\trefs/heads/${branch}`));
    if (exists)
      await git.run(['fetch', '--quiet', '--no-tags', remote.url, `+refs/heads/${branch}:refs/heads/${OWN}${branch}`], {
        ...remote,
        timeoutMs: LONG_GIT_TIMEOUT_MS,
      });
    else await git.run(['update-ref', '-d', `refs/heads/${OWN}${branch}`]);
  }
}

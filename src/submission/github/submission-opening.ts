import type { Origin } from '#listing/origin.ts';
import { SubmissionError } from '../submission.ts';
import { isStatus } from './api/api-error.ts';
import { commitOnto, type FileCommit, makeBranch, moveBranch } from './api/file-commit.ts';
import { place, type Repository } from './api/repository.ts';
import { type Pull, pullText } from './submission-pull.ts';

/** The open pull request of a branch; undefined when there is none. */
export async function findOpenPull(repository: Repository, branch: string): Promise<Pull | undefined> {
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls', {
    ...place(repository),
    state: 'open',
    head: `${repository.owner}:${branch}`,
    base: repository.base,
    per_page: 1,
  });
  return data[0];
}

/**
 * Opens the pull request that submits an origin. However often, from wherever and at what time it is called for one
 * branch, there is one open pull request: GitHub makes a branch once, and one open pull request for it.
 *
 * @param file the record, as the origin serves it now
 * @throws RequestError when GitHub fails, SubmissionFault when it is never at rest; calling again picks up where it stopped
 */
export async function openPull(
  repository: Repository,
  origin: Origin,
  branch: string,
  file: FileCommit,
): Promise<Pull> {
  for (let tries = 1; ; tries++) {
    const { sha } = await commitOnto(repository, repository.base, file);
    try {
      const there = await claimBranch(repository, branch, sha);
      return there ?? (await request(repository, origin, branch));
    } catch (error) {
      // Somebody is at it, too: whoever was faster has opened it, or it was closed and its branch deleted meanwhile.
      if (!isStatus(error, 409, 422)) throw error;
      const there = await findOpenPull(repository, branch);
      if (there) return there;
      if (tries >= TRIES) throw tooBusy(error);
    }
  }
}

const TRIES = 6;

function tooBusy(cause: unknown): SubmissionError {
  const message = 'This address is being submitted by many at once. Submit again in a few seconds.';
  return new SubmissionError('unavailable', message, { retryAfter: 5, cause });
}

/** Makes the branch; where it exists, gives its open pull request, or takes over what somebody left unfinished. */
async function claimBranch(repository: Repository, branch: string, sha: string): Promise<Pull | undefined> {
  try {
    await makeBranch(repository, branch, sha);
    return undefined;
  } catch (error) {
    if (!isStatus(error, 409, 422)) throw error;
  }
  const there = await findOpenPull(repository, branch);
  if (!there) await moveBranch(repository, branch, sha, true);
  return there;
}

async function request(repository: Repository, origin: Origin, branch: string): Promise<Pull> {
  const { data } = await repository.octokit.request('POST /repos/{owner}/{repo}/pulls', {
    ...place(repository),
    ...pullText(origin),
    head: branch,
    base: repository.base,
  });
  return data;
}

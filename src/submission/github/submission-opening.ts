import type { Origin } from '#listing/origin.ts';
import { SubmissionError } from '../submission.ts';
import { isStatus } from './api/api-error.ts';
import { expectShape } from './api/expect-shape.ts';
import { commitOnto, type FileCommit, makeBranch, moveBranch } from './api/file-commit.ts';
import { place, type Repository } from './api/repository.ts';
import { expectPull, type Pull, pullText } from './submission-pull.ts';

/** Finds the open pull request of a branch. */
export async function findOpenPull(repository: Repository, branch: string): Promise<Pull | undefined> {
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls', {
    ...place(repository),
    state: 'open',
    head: `${repository.owner}:${branch}`,
    base: repository.base,
    per_page: 1,
  });
  const [pull] = expectShape(data, Array.isArray(data));
  return pull && expectPull(pull);
}

/**
 * Opens the pull request that submits an origin. Concurrent calls for one branch create a single open pull request,
 * because GitHub creates a branch, and an open pull request for it, only once.
 *
 * @param file the record of what the origin serves now
 * @throws RequestError if GitHub fails, SubmissionError if other submissions keep interfering; a new call resumes
 */
export async function openPull(
  repository: Repository,
  origin: Origin,
  branch: string,
  file: FileCommit,
): Promise<Pull> {
  for (let attempt = 1; ; attempt++) {
    const sha = await commitOnto(repository, repository.base, file);
    try {
      const there = await claimBranch(repository, branch, sha);
      return there ?? (await request(repository, origin, branch));
    } catch (error) {
      // Another request opened the pull request first, or it was closed and its branch deleted in the meantime.
      if (!isStatus(error, 409, 422)) throw error;
      const there = await findOpenPull(repository, branch);
      if (there) return there;
      if (attempt >= MAX_ATTEMPTS) throw createBusyError(error);
    }
  }
}

const MAX_ATTEMPTS = 6;

function createBusyError(cause: unknown): SubmissionError {
  const message = 'Too many concurrent submissions of this URL. Submit again in a few seconds.';
  return new SubmissionError('unavailable', message, { retryAfter: 5, cause });
}

/**
 * Creates the branch. If it exists, returns its open pull request, or reuses the branch of an unfinished submission.
 */
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
  return expectPull(data);
}

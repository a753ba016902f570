import type { Origin } from '#listing/origin.ts';
import { limitUnit } from '../limit-unit.ts';
import { SubmissionError } from '../submission.ts';
import { expectShape } from './api/expect-shape.ts';
import { place, type Repository } from './api/repository.ts';
import { getBranchPrefix } from './branch-name.ts';
import { findOpenPull } from './submission-opening.ts';
import type { Pull } from './submission-pull.ts';

/**
 * The maximum number of open submissions of a registrable domain. A review takes about two minutes, so a publisher rarely
 * reaches it, and a wave of submissions of one domain does not delay others.
 */
const MAX_OPEN_PER_UNIT = 10;

/** The seconds until a publisher may submit again. */
const RETRY_AFTER = 120;

/**
 * Finds the open pull request of an origin.
 *
 * @param branch the branch of the origin
 * @returns undefined if the origin may be submitted
 * @throws SubmissionError `too-many` if its registrable domain has too many open submissions
 */
export async function findSubmission(
  repository: Repository,
  origin: Origin,
  branch: string,
): Promise<Pull | undefined> {
  const prefix = `heads/${getBranchPrefix(origin)}`;
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/git/matching-refs/{ref}', {
    ...place(repository),
    ref: prefix,
  });
  const refs = expectShape(data, Array.isArray(data));
  if (refs.some(({ ref }) => ref === `refs/heads/${branch}`)) return findOpenPull(repository, branch);
  if (refs.length >= MAX_OPEN_PER_UNIT && (await countOpen(repository, prefix)) >= MAX_OPEN_PER_UNIT) {
    const message = `${MAX_OPEN_PER_UNIT} submissions of ${limitUnit(origin)} wait for their review. Submit again later.`;
    throw new SubmissionError('too-many', message, { retryAfter: RETRY_AFTER });
  }
  return undefined;
}

/** Counts open pull requests, because an interrupted submission leaves a branch without one. */
async function countOpen(repository: Repository, prefix: string): Promise<number> {
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls', {
    ...place(repository),
    state: 'open',
    base: repository.base,
    per_page: 100,
  });
  return data.filter(({ head }) => `heads/${head.ref}`.startsWith(prefix)).length;
}

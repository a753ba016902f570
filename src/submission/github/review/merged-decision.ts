import { recordPath } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import { parseCommitMessage } from '../../commit-message.ts';
import { expectShape } from '../api/expect-shape.ts';
import { place, type Repository } from '../api/repository.ts';
import { tagCache } from '../api/tag-cache.ts';
import type { Pull } from '../submission-pull.ts';
import type { ReadFile } from './assessment.ts';
import { isBot, readPullResult } from './read-pull-result.ts';
import type { Merged } from './review.ts';

/**
 * Reads a decision back from what `mergeRecord` pushed: the commit, to which it moved the branch of the pull request, and the
 * observation. A new check of the origin could differ from the one that was the reason for the merge.
 *
 * @param sha the last commit of the merged pull request
 * @throws RequestError if GitHub fails
 */
export async function readMergedDecision(
  { repository, readObservation }: { readonly repository: Repository; readonly readObservation: ReadFile },
  { id }: Origin,
  sha: string,
): Promise<Merged> {
  const target = { ...place(repository), commit_sha: sha };
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', target);
  // A maintainer who merges by hand merges the commit of the submission. Its status is `listed` without a result, too.
  const { outcome, similarNames } = parseCommitMessage(data.message) ?? { outcome: 'listed', similarNames: [] };
  const bytes = await readObservation(recordPath(id));
  const { report } = bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as Observation) : {};
  const isOfMerge = report !== undefined && data.message.includes(` was checked at ${report.validated_at}:\n`);
  return { verdict: 'merged', outcome, similarNames, report: isOfMerge ? report : null };
}

/** Whether a merged pull request of the registry has its result, and its branch does not exist or belongs to the next submission. */
export async function isReviewComplete(repository: Repository, { number, head }: Pull): Promise<boolean> {
  const result = await readPullResult(repository, number, tagCache(), isBot);
  return result?.verdict === 'accepted' && !(await listSubmissionTips(repository)).has(head.sha);
}

/** Returns the last commits of the branches of all submissions. */
export async function listSubmissionTips(repository: Repository): Promise<ReadonlySet<string>> {
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/git/matching-refs/{ref}', {
    ...place(repository),
    ref: 'heads/submission/',
  });
  return new Set(expectShape(data, Array.isArray(data)).map(({ object }) => object.sha));
}

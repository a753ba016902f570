import type { SubmissionOutcome } from '#contract/submission.ts';
import { recordPath } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import type { Origin } from '#listing/origin.ts';
import { parseRecord } from '#store/record-files.ts';
import { parseCommitMessage } from '../../commit-message.ts';
import { expectShape } from '../api/expect-shape.ts';
import { place, type Repository } from '../api/repository.ts';
import { tagCache } from '../api/tag-cache.ts';
import type { Pull } from '../submission-pull.ts';
import { type ReadFile, recordFile } from './assessment.ts';
import { isBot, readPullResult } from './read-pull-result.ts';
import type { Merged } from './review.ts';

/** The services for finishing an interrupted review. */
interface MergedContext {
  readonly repository: Repository;
  readonly readRecord: ReadFile;
  readonly readObservation: ReadFile;
}

/**
 * Reads a decision back from what `mergeRecord` pushed: the commit, to which it moved the branch of the pull request, and the
 * observation. A new check of the origin could differ from the one that was the reason for the merge.
 *
 * @param sha the last commit of the merged pull request
 * @returns undefined if a maintainer merged it by hand, and the API is not listed
 * @throws RequestError if GitHub fails
 */
export async function readMergedDecision(
  { repository, readRecord, readObservation }: MergedContext,
  { id }: Origin,
  sha: string,
): Promise<Merged | undefined> {
  const target = { ...place(repository), commit_sha: sha };
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', target);
  const committed = parseCommitMessage(data.message);
  // A maintainer who merges by hand merges the commit of the submission, which has no decision.
  if (!committed) {
    const outcome = getOutcome(await readRecord(recordFile(id)), id);
    return outcome && { verdict: 'merged', outcome, similarNames: [], report: null };
  }
  const bytes = await readObservation(recordPath(id));
  const { report } = bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as Observation) : {};
  const isOfMerge = report !== undefined && data.message.includes(` was checked at ${report.validated_at}:\n`);
  return { verdict: 'merged', ...committed, report: isOfMerge ? report : null };
}

/** Returns what a merge did, from the record after it. Undefined if there is no valid record, or a maintainer withdrew it. */
function getOutcome(bytes: Uint8Array | undefined, id: string): SubmissionOutcome | undefined {
  const record = bytes && parseRecord(recordPath(id), bytes);
  if (!record || record.withdrawn) return undefined;
  if (record.manifest.listing_requested === false) return 'withdrawn';
  return record.created_at === record.updated_at ? 'listed' : 'updated';
}

/** Whether a merged pull request of the registry has its result, and its branch does not exist or belongs to the next submission. */
export async function isReviewComplete(repository: Repository, pull: Pull): Promise<boolean> {
  return (await hasResult(repository, pull)) && !(await listSubmissionTips(repository)).has(pull.head.sha);
}

/** Whether a pull request has the comment with the result of an acceptance. */
export async function hasResult(repository: Repository, { number }: Pick<Pull, 'number'>): Promise<boolean> {
  const result = await readPullResult(repository, number, tagCache(), isBot);
  return result?.verdict === 'accepted';
}

/** Returns the last commits of the branches of all submissions. */
export async function listSubmissionTips(repository: Repository): Promise<ReadonlySet<string>> {
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/git/matching-refs/{ref}', {
    ...place(repository),
    ref: 'heads/submission/',
  });
  return new Set(expectShape(data, Array.isArray(data)).map(({ object }) => object.sha));
}

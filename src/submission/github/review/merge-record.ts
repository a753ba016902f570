import { recordText } from '#listing/listing-record.ts';
import type { Accepted } from '../../acceptance.ts';
import { breakReferences } from '../../break-references.ts';
import { commitFile, moveBranch } from '../api/file-commit.ts';
import type { Repository } from '../api/repository.ts';
import { readRepositoryFile } from '../api/repository-file.ts';
import { type LandingQuota, quotaError } from '../landing-quota.ts';
import { recordFile } from './assessment.ts';

/** The pull request of a record. */
export interface MergeablePull {
  readonly number: number;
  /** Its branch, if the registry created it. */
  readonly ownBranch: string | undefined;
}

/**
 * Commits an accepted record to the base branch. If the pull request is from the registry, moves its branch to the
 * commit first, so that GitHub marks it as merged; branches of other users do not move.
 *
 * Counts the daily quota again in the tree of the parent commit. GitHub moves the base branch only if it has not
 * changed in the meantime, so the count is exact across concurrent jobs.
 *
 * @throws QuotaError if the quota of the origin's domain is exceeded, Error if another pull request listed the origin
 * in the meantime, RequestError if GitHub fails
 */
export async function mergeRecord(
  repository: Repository,
  { outcome, record, message }: Accepted,
  { number, ownBranch }: MergeablePull,
  quota: LandingQuota,
): Promise<void> {
  const path = recordFile(record.id);
  const text = recordText(record);
  if (outcome === 'listed') await rejectDuplicate(repository, path, text);
  const { subject, body } = message ?? { subject: `Record ${record.id}`, body: '' };
  // The message comes from a file of another job, so references are broken again, which does not change text that is
  // already safe.
  const paragraphs = [breakReferences(subject), breakReferences(body), `Pull-request: #${number}`];
  const commitText = paragraphs.filter(Boolean).join('\n\n');
  await commitFile(repository, repository.base, { path, text, message: commitText }, async ({ sha, base }) => {
    const error = await quotaError(repository, base?.tree, record, quota);
    if (error) throw error;
    if (ownBranch !== undefined) await moveBranch(repository, ownBranch, sha, true);
  });
}

/** Rejects a second pull request for the same new origin. It would reset the creation time of the listing. */
async function rejectDuplicate(repository: Repository, path: string, text: string): Promise<void> {
  const there = await readRepositoryFile(repository, repository.base, path);
  if (there !== undefined && new TextDecoder().decode(there) !== text) {
    throw new Error(`${path} was added after the review. Run the review again.`);
  }
}

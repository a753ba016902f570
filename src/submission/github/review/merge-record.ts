import { recordText } from '#listing/listing-record.ts';
import type { Accepted } from '../../acceptance.ts';
import { breakReferences } from '../../break-references.ts';
import { commitFile, moveBranch } from '../api/file-commit.ts';
import type { Repository } from '../api/repository.ts';
import { readRepositoryFile } from '../api/repository-file.ts';
import { type LandingQuota, quotaError } from '../landing-quota.ts';
import { recordFile } from './assessment.ts';

/** The pull request that a record comes from. */
export interface MergeablePull {
  readonly number: number;
  /** Its branch, where that is the registry's own. */
  readonly ownBranch: string | undefined;
}

export interface LandingOptions {
  readonly quota: LandingQuota;
  /** Called before the record lands, once that is allowed; several times if others land at the same time. */
  readonly onLanding: () => Promise<void>;
}

/**
 * Commits an accepted record to the base branch, as one commit. The branch of the registry's own pull request is moved to
 * that commit first, so that GitHub counts the pull request as merged; another's branch is not ours to move.
 *
 * The daily quota is counted again in the very tree that the record lands on: that branch is the one serial place of all
 * jobs, and GitHub moves it only if it has not moved meanwhile.
 *
 * @throws QuotaError if the quota of the origin's domain is used up, Error when the origin was listed meanwhile by another pull request; RequestError when GitHub fails
 */
export async function mergeRecord(
  repository: Repository,
  { outcome, record, message }: Accepted,
  { number, ownBranch }: MergeablePull,
  { quota, onLanding }: LandingOptions,
): Promise<void> {
  const path = recordFile(record.id);
  const text = recordText(record);
  if (outcome === 'listed') await refuseTwin(repository, path, text);
  const { subject, body } = message ?? { subject: `Record ${record.id}`, body: '' };
  // The review that another job wrote holds the message, so references are broken here once more; that changes nothing.
  const paragraphs = [breakReferences(subject), breakReferences(body), `Pull-request: #${number}`];
  const said = paragraphs.filter(Boolean).join('\n\n');
  await commitFile(repository, repository.base, { path, text, message: said }, async ({ sha, base }) => {
    const error = await quotaError(repository, base?.tree, record, quota);
    if (error) throw error;
    await onLanding();
    if (ownBranch !== undefined) await moveBranch(repository, ownBranch, sha, true);
  });
}

/** Two pull requests for one new origin: the second would make the listing look younger than it is. */
async function refuseTwin(repository: Repository, path: string, text: string): Promise<void> {
  const there = await readRepositoryFile(repository, repository.base, path);
  if (there !== undefined && new TextDecoder().decode(there) !== text) {
    throw new Error(`${path} was added since the review; run the review again.`);
  }
}

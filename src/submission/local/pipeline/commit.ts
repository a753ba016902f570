import { recordText } from '#listing/listing-record.ts';
import { yieldToRequests } from '#manifest/yield-to-requests.ts';
import type { NewCommit } from '../../git/commits.ts';
import type { ListingIndex } from '../../listing-index.ts';
import { type RecordRepository, repositoryPath } from '../record-repository.ts';
import { type DecidedSubmission, isChange } from './accept.ts';

export interface CommitOptions {
  readonly repository: Pick<RecordRepository, 'commit'>;
  readonly index: ListingIndex;
  readonly now: () => number;
}

/**
 * Creates one commit per changed record, all or none. Each commit names its submission, so that after a crash the next
 * start knows what was committed and commits nothing twice.
 *
 * @throws Error if the commit fails; in that case, no submission is decided
 */
export async function commitSubmissions(
  decided: readonly DecidedSubmission[],
  { repository, index, now }: CommitOptions,
): Promise<void> {
  const commits: NewCommit[] = [];
  for (const each of decided) {
    commits.push(...toCommits(each, now()));
    // Formatting a hostile record of 1 MiB takes up to 50 ms.
    await yieldToRequests();
  }
  if (commits.length === 0) return;
  try {
    await repository.commit(commits);
  } catch (error) {
    for (const { origin, before } of decided) {
      if (before) index.put(before);
      else index.remove(origin.id);
    }
    throw error;
  }
}

function toCommits({ state, decision }: DecidedSubmission, time: number): NewCommit[] {
  if (!isChange(decision) || !decision.message) return [];
  const { message, outcome, record } = decision;
  const trailers = [
    ['Submission', state.submission_id],
    ['Outcome', outcome],
  ] as const;
  return [{ message, trailers, time, files: [{ path: repositoryPath(record.id), content: recordText(record) }] }];
}

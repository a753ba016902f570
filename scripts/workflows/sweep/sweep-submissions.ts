import { place, type Repository } from '#submission/github/api/repository.ts';
import { readRepositoryFile } from '#submission/github/api/repository-file.ts';
import { hasResult, listSubmissionTips, readMergedDecision } from '#submission/github/review/merged-decision.ts';
import { parseSubmittedOrigin } from '#submission/github/submission-pull.ts';
import { takeTurns } from '../queue/take-turns.ts';
import { listWaitingPulls } from '../queue/waiting-pulls.ts';

export interface SweepResult {
  /** The pull requests whose review was started again. */
  readonly retried: readonly number[];
  /** Those that are still open after several reviews. */
  readonly stuck: readonly number[];
  /** Those whose review was started so often that it is not started again. */
  readonly abandoned: readonly number[];
  /** The merged submissions whose review was started again because it left their branch, or stored no result. */
  readonly unfinished: readonly number[];
}

/** The age in milliseconds at which a pull request without a decision is reviewed again. */
const RETRY_AGE = 15 * 60_000;

/** The age in milliseconds at which a submission counts as stuck. By then, it was reviewed again three times. */
const STUCK_AGE = 60 * 60_000;

/** The same for a pull request from a fork, which can wait for its turn in a wave. */
const STUCK_FORK_AGE = 6 * 60 * 60_000;

/** The age in milliseconds at which a review is no longer started again. The alarm stays until someone decides. */
const MAX_RETRY_AGE = 6 * 60 * 60_000;

/** The maximum number of pages of 100 closed pull requests to read. */
const MAX_CLOSED_PAGES = 10;

/** The maximum number of reviews to start at a time: those that the runners of a free plan finish in about five minutes. */
const MAX_REVIEWS = 30;

/**
 * Starts the review of each pull request again that has been open for 15 minutes without a decision: submissions, whose
 * review can be lost, one by one, and pull requests from forks as one queue. Authors take turns, so a wave of one author
 * delays no other.
 *
 * Also starts the review of each submission again that has no result, or whose branch still exists, 15 minutes after the merge.
 * Removing the branch is the last step of a review, so this one ended before it.
 *
 * @param now milliseconds since 1970
 * @throws RequestError if GitHub fails
 */
export async function sweepSubmissions(repository: Repository, now: number): Promise<SweepResult> {
  const waiting = (await listWaitingPulls(repository, now)).filter(({ age }) => age >= RETRY_AGE);
  const retryable = waiting.filter(({ age, isOwn }) => !isOwn || age < MAX_RETRY_AGE);
  const forks = retryable.filter(({ isOwn }) => !isOwn);
  const own = takeTurns(
    retryable.filter(({ isOwn }) => isOwn),
    MAX_REVIEWS,
  );
  for (const { number, sha } of own) await startReview(repository, { pull_number: String(number), head_sha: sha });
  if (forks.length > 0) await startReview(repository, {});
  const unfinished = (await listUnfinishedMerges(repository, now)).slice(0, MAX_REVIEWS);
  for (const { number, sha } of unfinished)
    await startReview(repository, { pull_number: String(number), head_sha: sha });
  const numbersOf = (pulls: typeof waiting) => pulls.map(({ number }) => number);
  return {
    retried: numbersOf([...own, ...forks]),
    stuck: numbersOf(waiting.filter(({ age, isOwn }) => age >= (isOwn ? STUCK_AGE : STUCK_FORK_AGE))),
    abandoned: numbersOf(waiting.filter(each => !retryable.includes(each))),
    unfinished: unfinished.map(({ number }) => number),
  };
}

/**
 * Lists the submissions whose branch still points to the commit that was merged, or that have no result, for six hours. GitHub
 * deletes the branch itself if the repository has the option "Automatically delete head branches". Leaves out those that a
 * maintainer merged by hand without listing the API.
 */
async function listUnfinishedMerges(repository: Repository, now: number) {
  const tips = await listSubmissionTips(repository);
  const services = {
    repository,
    readRecord: (path: string) => readRepositoryFile(repository, repository.base, path),
    readObservation: async () => undefined,
  };
  const unfinished: { readonly number: number; readonly sha: string }[] = [];
  for (let page = 1; page <= MAX_CLOSED_PAGES; page++) {
    const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls', {
      ...place(repository),
      state: 'closed',
      base: repository.base,
      sort: 'updated',
      direction: 'desc',
      per_page: 100,
      page,
    });
    for (const pull of data) {
      const age = pull.merged_at ? now - Date.parse(pull.merged_at) : 0;
      const origin = age >= RETRY_AGE && age < MAX_RETRY_AGE ? await parseSubmittedOrigin(pull, repository) : undefined;
      if (!origin) continue;
      // The label comes after the result, and takes no request. A repository may lack it.
      const isLabeled = pull.labels.some(({ name }) => name === 'accepted');
      const { number, head } = pull;
      if (!tips.has(head.sha) && (isLabeled || (await hasResult(repository, pull)))) continue;
      // Without a decision, a review has nothing to do: a maintainer merged it by hand, and the API is not listed.
      if (await readMergedDecision(services, origin, head.sha)) unfinished.push({ number, sha: head.sha });
    }
    const last = data.at(-1);
    if (data.length < 100 || !last || now - Date.parse(last.updated_at) >= MAX_RETRY_AGE) break;
  }
  return unfinished;
}

async function startReview(repository: Repository, inputs: Readonly<Record<string, string>>): Promise<void> {
  await repository.octokit.request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
    ...place(repository),
    workflow_id: 'review.yml',
    ref: repository.base,
    inputs,
  });
}

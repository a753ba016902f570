import { place, type Repository } from '#submission/github/api/repository.ts';
import { REVIEW_CHECK } from '#submission/github/github-submissions.ts';
import { parseSubmittedOrigin } from '#submission/github/submission-pull.ts';
import { limitUnit } from '#submission/limit-unit.ts';
import { type QueuedPull, takeTurns } from './take-turns.ts';

export interface SweepResult {
  /** The pull requests whose review was started again. */
  readonly retried: readonly number[];
  /** Those of the registry that are still open after several reviews. */
  readonly stuck: readonly number[];
}

/** The age in milliseconds at which a pull request without a decision is reviewed again. */
const RETRY_AGE = 15 * 60_000;

/** The age in milliseconds at which it counts as stuck. By then, it was reviewed again three times. */
const STUCK_AGE = 60 * 60_000;

/** The maximum age in milliseconds; an older pull request of a person waits for a maintainer or a new commit. */
const MAX_AGE = 24 * 60 * 60_000;

/** GitHub returns at most 100 pull requests per page. */
const MAX_PAGES = 20;

const DECIDED = new Set(['accepted', 'rejected', 'needs-person']);

/**
 * Starts the review of each pull request again that has been open for 15 minutes without a decision: submissions, whose
 * review can be lost, and pull requests of authors with several, whose reviews wait for their turn. Authors take turns,
 * so a wave of one author delays no other.
 *
 * @param now milliseconds since 1970
 * @throws RequestError if GitHub fails
 */
export async function sweepSubmissions(repository: Repository, now: number): Promise<SweepResult> {
  const waiting: (QueuedPull & { readonly age: number; readonly isOwn: boolean })[] = [];
  for await (const pull of listOpenPulls(repository)) {
    const age = now - Date.parse(pull.created_at);
    if (age < RETRY_AGE || pull.labels.some(({ name }) => DECIDED.has(name))) continue;
    const origin = await parseSubmittedOrigin(pull, repository);
    if (!origin && age > MAX_AGE) continue;
    const author = origin ? limitUnit(origin) : `user ${pull.user?.login}`;
    waiting.push({ number: pull.number, sha: pull.head.sha, author, age, isOwn: origin !== undefined });
  }
  const retried: number[] = [];
  for (const { number, sha, author } of takeTurns(waiting)) {
    if (author.startsWith('user ') && (await isReviewed(repository, sha))) continue;
    await repository.octokit.request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
      ...place(repository),
      workflow_id: 'review.yml',
      ref: repository.base,
      inputs: { pull_number: String(number), head_sha: sha },
    });
    retried.push(number);
  }
  const stuck = waiting.filter(({ age, isOwn }) => isOwn && age >= STUCK_AGE).map(({ number }) => number);
  return { retried, stuck };
}

/** Lists the open pull requests, oldest first. */
async function* listOpenPulls(repository: Repository) {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls', {
      ...place(repository),
      state: 'open',
      base: repository.base,
      sort: 'created',
      direction: 'asc',
      per_page: 100,
      page,
    });
    yield* data;
    if (data.length < 100) return;
  }
}

/** Whether a review completed without a label: the pull request changes no record. */
async function isReviewed(repository: Repository, ref: string): Promise<boolean> {
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
    ...place(repository),
    ref,
    check_name: REVIEW_CHECK,
    per_page: 1,
  });
  return data.check_runs.some(({ conclusion }) => conclusion === 'success');
}

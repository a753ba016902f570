import { place, type Repository } from '#submission/github/api/repository.ts';
import { parseSubmittedOrigin } from '#submission/github/submission-pull.ts';

export interface SweepResult {
  /** The pull requests whose review was started again. */
  readonly retried: readonly number[];
  /** Those that are still open after several reviews. */
  readonly stuck: readonly number[];
}

/** The age in milliseconds at which a submission without a decision is reviewed again. */
const RETRY_AGE = 15 * 60_000;

/** The age in milliseconds at which it counts as stuck. By then, it was reviewed again three times. */
const STUCK_AGE = 60 * 60_000;

/**
 * The maximum number of reviews to start in one run. Older submissions come first, so a wave of new ones delays none of
 * them.
 */
const MAX_RETRIES = 20;

/**
 * Starts the review of each submission again that is open for 15 minutes. Pull requests of people are not submissions:
 * they stay open until a maintainer decides.
 *
 * @param now milliseconds since 1970
 * @throws RequestError if GitHub fails
 */
export async function sweepSubmissions(repository: Repository, now: number): Promise<SweepResult> {
  const { octokit, base } = repository;
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
    ...place(repository),
    state: 'open',
    base,
    sort: 'created',
    direction: 'asc',
    per_page: 100,
  });
  const waiting: { readonly number: number; readonly age: number; readonly sha: string }[] = [];
  for (const pull of data) {
    const age = now - Date.parse(pull.created_at);
    const needsPerson = pull.labels.some(({ name }) => name === 'needs-person');
    if (age < RETRY_AGE || needsPerson || !(await parseSubmittedOrigin(pull, repository))) continue;
    waiting.push({ number: pull.number, age, sha: pull.head.sha });
  }
  const retried = waiting.slice(0, MAX_RETRIES);
  for (const { number, sha } of retried) {
    await octokit.request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
      ...place(repository),
      workflow_id: 'review.yml',
      ref: base,
      inputs: { pull_number: String(number), head_sha: sha },
    });
  }
  return {
    retried: retried.map(({ number }) => number),
    stuck: waiting.filter(({ age }) => age >= STUCK_AGE).map(({ number }) => number),
  };
}

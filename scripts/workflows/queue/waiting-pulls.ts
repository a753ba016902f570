import { place, type Repository } from '#submission/github/api/repository.ts';
import { parseSubmittedOrigin } from '#submission/github/submission-pull.ts';
import { limitUnit } from '#submission/limit-unit.ts';
import type { QueuedPull } from './take-turns.ts';

export interface WaitingPull extends QueuedPull {
  /** Milliseconds since it was opened. */
  readonly age: number;
  /** Whether the registry opened it for a submission. */
  readonly isOwn: boolean;
}

/** The maximum age in milliseconds; an older pull request of a person waits for a maintainer or a new commit. */
const MAX_AGE = 24 * 60 * 60_000;

/** GitHub returns at most 100 pull requests per page. */
const MAX_PAGES = 20;

/**
 * Lists the open pull requests that wait for a decision, oldest first, without drafts. With the label `accepted` or
 * `rejected`, one is open because closing it failed, or because its author opened it again.
 *
 * @param now milliseconds since 1970
 * @throws RequestError if GitHub fails
 */
export async function listWaitingPulls(repository: Repository, now: number): Promise<readonly WaitingPull[]> {
  const waiting: WaitingPull[] = [];
  for await (const pull of listOpenPulls(repository)) {
    const age = now - Date.parse(pull.created_at);
    if (age < 0 || pull.draft || pull.labels.some(({ name }) => name === 'needs-person')) continue;
    const origin = await parseSubmittedOrigin(pull, repository);
    if (!origin && age > MAX_AGE) continue;
    const author = origin ? limitUnit(origin) : `user ${pull.user?.login}`;
    waiting.push({ number: pull.number, sha: pull.head.sha, author, age, isOwn: origin !== undefined });
  }
  return waiting;
}

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

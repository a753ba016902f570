import type { SubmissionState } from '#contract/submission.ts';
import { recordPath } from '#listing/listing-record.ts';
import type { Origin } from '#listing/origin.ts';
import type { Submissions } from '../submission.ts';
import { isStatus, toApiError } from './api/api-error.ts';
import { expectShape } from './api/expect-shape.ts';
import { place, type Repository } from './api/repository.ts';
import { type TagCache, tagCache } from './api/tag-cache.ts';
import { toBranchName } from './branch-name.ts';
import { findSubmission } from './find-submission.ts';
import { isBot, readPullResult } from './review/read-pull-result.ts';
import { openPull } from './submission-opening.ts';
import { expectPull, type Pull, parseSubmittedOrigin } from './submission-pull.ts';
import { parsePullNumber, submissionState } from './submission-state.ts';

export interface GithubSubmissionsConfig {
  readonly repository: Repository;
  /**
   * Returns the record of what an origin serves now, as text (`recordText`).
   *
   * @throws SubmissionError if the origin cannot be submitted
   */
  readonly draft: (origin: Origin) => Promise<string>;
  /** Whether the registry that responds serves the current version of a listing (default: never). */
  readonly isLive?: ((listingId: string, since: string) => Promise<boolean>) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** The name of the check run of the review's first job, which is the name of the job in `review.yml`. */
export const REVIEW_CHECK = 'Evaluate';

/** The account of job tokens, which no user can register. */
const WORKFLOW_ACCOUNT = 'github-actions[bot]';

/**
 * Creates submissions as pull requests on GitHub (design: Submission). Each submission is a pull request; nothing else
 * is stored. Runs in Workers and in Node.
 */
export function githubSubmissions(config: GithubSubmissionsConfig): Submissions {
  const now = config.now ?? Date.now;
  const cache = tagCache();
  return {
    submit: origin => withApiErrors(now, () => submit(config, origin)),
    status: id => withApiErrors(now, () => status({ ...config, now }, cache, id)),
  };
}

async function submit({ repository, draft }: GithubSubmissionsConfig, origin: Origin): Promise<SubmissionState> {
  const branch = await toBranchName(origin);
  const open = await findSubmission(repository, origin, branch);
  const pull = open ?? (await createPull(repository, origin, branch, await draft(origin)));
  return submissionState(pull, { origin, verdict: undefined, underReview: false, live: false });
}

function createPull(repository: Repository, origin: Origin, branch: string, text: string): Promise<Pull> {
  const path = `registry/listings/${recordPath(origin.id)}`;
  return openPull(repository, origin, branch, { path, text, message: `Submit ${origin.url}` });
}

async function status(
  { repository, now, isLive = async () => false }: GithubSubmissionsConfig & { readonly now: () => number },
  cache: TagCache,
  id: string,
): Promise<SubmissionState | undefined> {
  const number = parsePullNumber(id);
  const pull = number === undefined ? undefined : await fetchPull(repository, number, cache);
  const origin = pull && (await parseSubmittedOrigin(pull, repository));
  if (!pull || !origin) return undefined;
  const isOpen = pull.state === 'open';
  // Reviews use the App that opened the pull request. Without its key, they use the token of the job.
  const isReviewer: typeof isBot = author =>
    isBot(author) && [WORKFLOW_ACCOUNT, pull.user?.login].includes(author.login);
  const verdict = isOpen ? undefined : await readPullResult(repository, pull.number, cache, isReviewer);
  const underReview = isOpen
    ? await isUnderReview(repository, pull.head.sha, cache)
    : verdict === undefined && isJustMerged(pull, now());
  const live = !isOpen && pull.closed_at !== null && (await isLive(origin.id, pull.closed_at));
  return submissionState(pull, { origin, verdict, underReview, live });
}

/** The time in which a review stores its result after the merge, in milliseconds. */
const SETTLING_TIME = 15 * 60_000;

/** True shortly after the merge. Without a result after that, the submission counts as listed. */
function isJustMerged({ merged_at }: Pull, now: number): boolean {
  return merged_at !== null && now - Date.parse(merged_at) < SETTLING_TIME;
}

async function fetchPull(repository: Repository, pull_number: number, cache: TagCache): Promise<Pull | undefined> {
  try {
    return await cache.get<Pull>(`pull ${pull_number}`, async sent => {
      const path = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
      const target = { ...place(repository), pull_number, headers: sent };
      const { headers, data } = await repository.octokit.request(path, target);
      return { headers, data: expectPull(data) };
    });
  } catch (error) {
    if (isStatus(error, 404)) return undefined;
    throw error;
  }
}

async function isUnderReview(repository: Repository, ref: string, cache: TagCache): Promise<boolean> {
  const runs = await cache.get(`checks ${ref}`, async sent => {
    const { headers, data } = await repository.octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
      ...place(repository),
      ref,
      check_name: REVIEW_CHECK,
      per_page: 1,
      headers: sent,
    });
    return { headers, data: expectShape(data, Number.isInteger(data.total_count)) };
  });
  return runs.total_count > 0;
}

async function withApiErrors<T>(now: () => number, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw toApiError(error, now());
  }
}

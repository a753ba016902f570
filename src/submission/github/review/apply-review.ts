import { RequestError } from 'octokit';
import type { Accepted, Rejected } from '../../acceptance.ts';
import { rejectAsBlocked, rejectOverQuota } from '../../acceptance-rule.ts';
import { NETWORK_RETRY, retryRemoteWork } from '../../git/retry-remote-work.ts';
import { createComment } from '../api/create-comment.ts';
import { place, type Repository } from '../api/repository.ts';
import { tagCache } from '../api/tag-cache.ts';
import { type LandingQuota, QuotaError } from '../landing-quota.ts';
import { expectPull, type Pull, parseSubmittedOrigin } from '../submission-pull.ts';
import type { Landing } from './landing.ts';
import { BlockedError, type MergeResult, mergeRecord, pushObservation } from './merge-record.ts';
import { isBot, readPullResult } from './read-pull-result.ts';
import { formatResultComment } from './result-comment.ts';
import { type Merged, type Review, toReviewResult } from './review.ts';
import type { ReviewResult } from './review-result.ts';

/** The services for applying a review. */
export interface ApplyReviewContext {
  readonly repository: Repository;
  readonly landing: Landing;
  readonly quota: LandingQuota;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** A one-sentence summary of the action. */
export type Settlement = string;

/**
 * Applies a review: merges, or comments, labels, and closes (design: Submission, GitHub). The base branch receives the
 * record from the review in one commit, never a commit of the pull request. If the pull request has new commits since
 * the review, does nothing, because they get their own review. Idempotent.
 *
 * @throws RequestError if GitHub fails; a retry resumes. OutdatedReviewError if the pull request needs another review
 */
export async function applyReview(services: ApplyReviewContext, review: Review): Promise<Settlement> {
  const { repository } = services;
  const { decision } = review;
  const pull = await pullOf(repository, review.pull);
  const isOwn = (await parseSubmittedOrigin(pull, repository)) !== undefined;
  if (pull.merged_at !== null) {
    const isAccepted = decision.verdict === 'accepted' || decision.verdict === 'merged';
    const note = isAccepted ? await announce(services, review, pull) : '';
    return cleanUp(services, pull, isOwn, `The pull request was already merged.${note}`);
  }
  if (decision.verdict === 'merged') return 'The pull request was not merged. Nothing was done.';
  if (pull.state !== 'open') return 'The pull request was closed in the meantime. Nothing was done.';
  if (pull.head.sha !== review.head_sha) return OUTDATED;

  if (decision.verdict !== 'accepted' || !decision.changed)
    return conclude(services, { ...review, decision }, pull, isOwn);
  const result = await merge(services, decision, pull, isOwn);
  if (result === 'outdated') return OUTDATED;
  if (result !== 'merged') {
    const rejection = toRejection(result, decision, services.now());
    return conclude(services, { ...review, decision: rejection }, pull, isOwn);
  }
  const note = await announce(services, review, pull);
  const closed = isOwn ? await waitUntilMerged(services, review.pull) : await close(repository, pull);
  return cleanUp(services, closed, isOwn, `The record of ${decision.record.id} was merged.${note}`);
}

const OUTDATED = 'The pull request has new commits since the review. They get their own review.';

/** Merges a record. Returns an error if the base branch has reasons to reject it that the review did not know. */
async function merge(
  { repository: { base }, ...services }: ApplyReviewContext,
  decision: Accepted,
  { number, head }: Pull,
  isOwn: boolean,
): Promise<MergeResult | QuotaError | BlockedError> {
  try {
    const own = isOwn ? { branch: head.ref, sha: head.sha } : undefined;
    return await mergeRecord(decision, { number, own }, { ...services, base });
  } catch (error) {
    if (error instanceof QuotaError || error instanceof BlockedError) return error;
    throw error;
  }
}

function toRejection(error: QuotaError | BlockedError, { record, report }: Accepted, now: number): Rejected {
  const verification = { report };
  if (error instanceof QuotaError) return rejectOverQuota({ verification, now }, error.limit);
  return rejectAsBlocked({ origin: record, verification }, error.reason);
}

/**
 * Stores the result of a merged record. Comes after the merge, so that no comment says "Accepted" if the merge fails. A
 * repeated run announces what an interrupted one did not. Returns a note for the summary.
 */
async function announce({ repository, now }: ApplyReviewContext, review: Review, pull: CommentedPull): Promise<string> {
  await comment(repository, pull, toReviewResult(review, now()));
  return label(repository, pull, LABELS.accepted);
}

/** Applies a review that does not change a record. */
async function conclude(
  services: ApplyReviewContext,
  review: Review & { readonly decision: Exclude<Review['decision'], Merged> },
  pull: CommentedPull,
  isOwn: boolean,
): Promise<Settlement> {
  const { repository, now } = services;
  const { decision, origin } = review;
  await comment(repository, pull, toReviewResult(review, now()));
  const note = await label(repository, pull, LABELS[decision.verdict]);
  if (decision.verdict === 'needs-person') return `A maintainer must review this pull request.${note}`;
  if (origin && decision.observation) await pushObservation(origin.id, decision.observation, services);
  const closed = await close(repository, pull);
  const summary =
    decision.verdict === 'accepted'
      ? 'Nothing changed. The pull request was closed.'
      : 'The submission was rejected and closed.';
  return cleanUp(services, closed, isOwn, summary + note);
}

const LABELS = { accepted: 'accepted', rejected: 'rejected', 'needs-person': 'needs-person' } as const;

interface CommentedPull extends Pull {
  /** The number of comments. */
  readonly comments: number;
}

async function pullOf(repository: Repository, pull_number: number): Promise<CommentedPull> {
  const target = { ...place(repository), pull_number };
  const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', target);
  return expectPull(data);
}

/** Comments only once for each commit, and only once on a merge, which moves the branch to another commit. */
async function comment(
  repository: Repository,
  { number, comments }: CommentedPull,
  verdict: ReviewResult,
): Promise<void> {
  const last = comments > 0 ? await readPullResult(repository, number, tagCache(), isBot) : undefined;
  if (last?.head_sha === verdict.head_sha && last.verdict === verdict.verdict) return;
  if (isMerge(last) && isMerge(verdict)) return;
  await createComment(repository, number, formatResultComment(verdict));
}

function isMerge(result: ReviewResult | undefined): boolean {
  return result?.verdict === 'accepted' && result.changed;
}

/**
 * Adds a label. A label is only for readers, so a failure never stops a review: a repository may lack the label, and the
 * job may not create it. Returns a note for the summary, empty on success.
 */
async function label(repository: Repository, { number }: Pull, name: string): Promise<string> {
  try {
    await repository.octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
      ...place(repository),
      issue_number: number,
      labels: [name],
    });
    return '';
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return ` The label "${name}" could not be added (status ${error.status}). Run npm run doctor.`;
  }
}

async function close(repository: Repository, { number }: Pull): Promise<Pull> {
  const target = { ...place(repository), pull_number: number, state: 'closed' } as const;
  const { data } = await repository.octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', target);
  return expectPull(data);
}

/**
 * Waits until GitHub shows the pull request as merged. If its branch were deleted before that, GitHub would show it as
 * closed instead. The delays grow, because each attempt takes a request.
 */
async function waitUntilMerged({ repository, sleep }: ApplyReviewContext, number: number): Promise<Pull> {
  for (const seconds of [1, 2, 4, 8, 15, 0]) {
    const pull = await pullOf(repository, number);
    if (pull.merged_at !== null) return pull;
    await sleep(seconds * 1000);
  }
  throw new Error(`The record was merged, but GitHub does not show pull request #${number} as merged.`);
}

/**
 * Deletes the branch of a closed pull request of the registry at its last commit. If the origin was submitted again since, the
 * branch has a commit of the next pull request, which GitHub would close without its branch.
 */
async function cleanUp(
  { landing, sleep }: ApplyReviewContext,
  { head }: Pull,
  isOwn: boolean,
  summary: Settlement,
): Promise<Settlement> {
  if (isOwn) await retryRemoteWork(() => landing.remove(head.ref, head.sha), { ...NETWORK_RETRY, sleep });
  return summary;
}

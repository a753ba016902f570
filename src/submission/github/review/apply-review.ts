import { recordPath } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import type { Accepted } from '../../acceptance.ts';
import { rejectOverQuota } from '../../acceptance-rule.ts';
import { breakReferences } from '../../break-references.ts';
import { commitFile, deleteBranch } from '../api/file-commit.ts';
import { place, type Repository } from '../api/repository.ts';
import { tagCache } from '../api/tag-cache.ts';
import { type LandingQuota, QuotaError } from '../landing-quota.ts';
import { type Pull, parseSubmittedOrigin } from '../submission-pull.ts';
import { OBSERVATIONS_BRANCH } from './assessment.ts';
import { mergeRecord } from './merge-record.ts';
import { readPullResult } from './read-pull-result.ts';
import { formatResultComment } from './result-comment.ts';
import { type Review, toReviewResult } from './review.ts';
import type { ReviewResult } from './review-result.ts';

/** What settling needs. */
export interface ApplyReviewContext {
  readonly repository: Repository;
  readonly quota: LandingQuota;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** What was done, in one sentence. */
export type Settlement = string;

/**
 * Does what a review decided: merges, or comments, labels and closes (design: Submission, GitHub). What lands on the base
 * branch is the record that the review wrote, in one commit, never a commit of the pull request. Where something was
 * pushed since the review, nothing is done: that is reviewed by itself. Doing it twice does it once.
 *
 * @throws RequestError when GitHub fails; doing it again picks up where it stopped
 */
export async function applyReview(services: ApplyReviewContext, review: Review): Promise<Settlement> {
  const { repository } = services;
  const { decision } = review;
  const pull = await pullOf(repository, review.pull);
  const isOwn = (await parseSubmittedOrigin(pull, repository)) !== undefined;
  if (pull.merged_at !== null) {
    if (decision.verdict === 'accepted') await label(repository, pull, LABELS.accepted);
    return tidied(repository, pull, isOwn, 'It is merged already.');
  }
  if (pull.state !== 'open') return 'It was closed meanwhile; nothing was done.';
  if (pull.head.sha !== review.head_sha) return 'Something was pushed after the review; that is reviewed by itself.';

  if (decision.verdict !== 'accepted' || !decision.changed) return concluded(services, review, pull, isOwn);
  const error = await landed(services, review, decision, pull, isOwn);
  if (error) {
    const rejection = rejectOverQuota({ verification: decision, now: services.now() }, error.limit);
    return concluded(services, { ...review, decision: rejection }, pull, isOwn);
  }
  await label(repository, pull, LABELS.accepted);
  if (isOwn) await untilMerged(services, review.pull);
  else await close(repository, pull);
  return tidied(repository, pull, isOwn, `The record of ${decision.record.id} was merged.`);
}

/** Lands a record, with its verdict and observation; returns why that is too many of its domain. */
async function landed(
  { repository, quota, now }: ApplyReviewContext,
  review: Review,
  decision: Accepted,
  pull: Pull,
  isOwn: boolean,
): Promise<QuotaError | undefined> {
  let isAnnounced = false;
  async function announce(): Promise<void> {
    if (isAnnounced) return;
    await comment(repository, pull, toReviewResult(review, now()));
    await observe(repository, decision.record.id, decision.observation);
    isAnnounced = true;
  }
  try {
    const from = { number: pull.number, ownBranch: isOwn ? pull.head.ref : undefined };
    await mergeRecord(repository, decision, from, { quota, onLanding: announce });
  } catch (error) {
    if (error instanceof QuotaError) return error;
    throw error;
  }
  // Not yet where the record was on the base branch already.
  await announce();
  return undefined;
}

/** Does what a review decided that changes no record. */
async function concluded(
  { repository, now }: ApplyReviewContext,
  review: Review,
  pull: Pull,
  isOwn: boolean,
): Promise<Settlement> {
  const { decision, origin } = review;
  await comment(repository, pull, toReviewResult(review, now()));
  await label(repository, pull, LABELS[decision.verdict]);
  if (decision.verdict === 'needs-person') return 'A person was asked.';
  if (origin && decision.observation) await observe(repository, origin.id, decision.observation);
  await close(repository, pull);
  const said = decision.verdict === 'accepted' ? 'Nothing had changed; it was closed.' : 'It was rejected and closed.';
  return tidied(repository, pull, isOwn, said);
}

const LABELS = { accepted: 'accepted', rejected: 'rejected', 'needs-person': 'needs-person' } as const;

async function pullOf(repository: Repository, pull_number: number): Promise<Pull> {
  const target = { ...place(repository), pull_number };
  return (await repository.octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', target)).data;
}

/** Says it once for each commit. */
async function comment(repository: Repository, { number }: Pull, verdict: ReviewResult): Promise<void> {
  const last = await readPullResult(repository, number, tagCache());
  if (last?.head_sha === verdict.head_sha && last.verdict === verdict.verdict) return;
  await repository.octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...place(repository),
    issue_number: number,
    body: formatResultComment(verdict),
  });
}

async function label(repository: Repository, { number }: Pull, name: string): Promise<void> {
  await repository.octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
    ...place(repository),
    issue_number: number,
    labels: [name],
  });
}

async function close(repository: Repository, { number }: Pull): Promise<void> {
  const target = { ...place(repository), pull_number: number, state: 'closed' } as const;
  await repository.octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', target);
}

async function observe(repository: Repository, id: string, observation: Observation): Promise<void> {
  const text = `${JSON.stringify(observation, null, 2)}\n`;
  const message = `Observe ${breakReferences(id)}`;
  await commitFile(repository, OBSERVATIONS_BRANCH, { path: recordPath(id), text, message });
}

/** GitHub notices a moment later; a branch that is deleted before that would leave the pull request closed, not merged. */
async function untilMerged({ repository, sleep }: ApplyReviewContext, number: number): Promise<void> {
  for (let tries = 0; tries < 30; tries++) {
    if ((await pullOf(repository, number)).merged_at !== null) return;
    await sleep(1000);
  }
  throw new Error(`The record has landed, but GitHub does not show pull request #${number} as merged.`);
}

async function tidied(repository: Repository, { head }: Pull, isOwn: boolean, said: Settlement): Promise<Settlement> {
  if (isOwn) await deleteBranch(repository, head.ref);
  return said;
}

/**
 * Reviews the pull request of a submission, in two steps that need different rights (workflow review.yml):
 *
 *   node scripts/workflows/review-submission.ts admit    reads it, checks the origin, decides, and writes the review to REVIEW_FILE
 *   node scripts/workflows/review-submission.ts settle   does what REVIEW_FILE says: merges, or comments, labels and closes
 *
 * Environment: PULL_NUMBER, HEAD_SHA (the commit to review), REVIEW_FILE, and that of `github-job/`. The step `admit` sets
 * the output `decided`. A decision of either kind is exit status 0; 1 is a fault of ours, and nothing was decided.
 */
import { readFile, writeFile } from 'node:fs/promises';
import * as core from '@actions/core';
import { applyReview } from '#submission/github/review/apply-review.ts';
import { formatResult } from '#submission/github/review/result-comment.ts';
import { type Review, toReviewResult } from '#submission/github/review/review.ts';
import { readReview, reviewText } from '#submission/github/review/review-file.ts';
import { reviewPull } from '#submission/github/review/review-pull.ts';
import { openAssessor } from './github-job/assessor.ts';
import { jobRepository, jobTime, required, requiredNumber, writeSummary } from './github-job/job.ts';
import { openQuota } from './github-job/quota.ts';

const { env } = process;
const steps: Readonly<Record<string, () => Promise<void>>> = { admit, settle };

try {
  const step = steps[process.argv[2] ?? ''];
  if (!step) throw new RangeError('usage: node scripts/workflows/review-submission.ts admit | settle');
  await step();
} catch (error) {
  core.setFailed(error instanceof RangeError ? error.message : String(error instanceof Error ? error.stack : error));
}

async function admit(): Promise<void> {
  const number = requiredNumber(env, 'PULL_NUMBER');
  const repository = jobRepository(env);
  const assessor = await openAssessor(env, repository);
  try {
    const review = await reviewPull({ repository, assess: assessor.assess }, number, required(env, 'HEAD_SHA'));
    const isReview = 'decision' in review;
    core.setOutput('decided', isReview);
    if (isReview) await hand(review);
    else core.notice(review.nothing, { title: `Pull request #${number}` });
  } finally {
    await assessor.close();
  }
}

async function hand(review: Review): Promise<void> {
  await writeFile(required(env, 'REVIEW_FILE'), reviewText(review));
  const { decision } = review;
  const title = `Pull request #${review.pull}`;
  if (decision.verdict === 'accepted') core.notice(`Accepted: ${decision.record.id} (${decision.outcome}).`, { title });
  else core.warning(decision.reason, { title });
  await writeSummary(env, `### ${title}\n\n${formatResult(toReviewResult(review, Date.now()))}`);
}

async function settle(): Promise<void> {
  const commit = { pull: requiredNumber(env, 'PULL_NUMBER'), head_sha: required(env, 'HEAD_SHA') };
  const review = readReview(await readFile(required(env, 'REVIEW_FILE'), 'utf8'), commit);
  const quota = await openQuota(env);
  const settlement = await applyReview({ repository: jobRepository(env), quota, ...jobTime }, review);
  core.notice(settlement, { title: `Pull request #${commit.pull}` });
  await writeSummary(env, `### Pull request #${commit.pull}\n\n${settlement}`);
}

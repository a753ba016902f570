/**
 * Reviews the pull request of a submission in two steps with different permissions (workflow review.yml):
 *
 *   node scripts/workflows/review-submission.ts admit    checks the origin, decides, and writes the review to REVIEW_FILE
 *   node scripts/workflows/review-submission.ts settle   applies REVIEW_FILE: merges, or comments, labels, and closes
 *
 * Environment: PULL_NUMBER, HEAD_SHA (the commit to review), REVIEW_FILE, APP_TOKEN (of the submission App, for the API),
 * and the variables of `github-job/`; GITHUB_TOKEN is for git. If REVIEW_TARGET is `forks`, both steps process all waiting
 * pull requests from forks, and PULL_NUMBER is optional. The step `admit` sets the output `decided`.
 *
 * Exit status: 0 accepted, rejected, or left to the next review, 1 internal error without a decision.
 */
import { readFile, writeFile } from 'node:fs/promises';
import * as core from '@actions/core';
import { parseSiteName } from '#listing/site-name.ts';
import { applyReview } from '#submission/github/review/apply-review.ts';
import { openLanding } from '#submission/github/review/landing.ts';
import { OutdatedReviewError } from '#submission/github/review/merge-record.ts';
import { formatResult } from '#submission/github/review/result-comment.ts';
import { type Review, toReviewResult } from '#submission/github/review/review.ts';
import { readReview, reviewText } from '#submission/github/review/review-file.ts';
import { reviewPull } from '#submission/github/review/review-pull.ts';
import {
  createReviewRepository,
  getJobRemote,
  jobTime,
  requireNumber,
  requireVariable,
  writeSummary,
} from './github-job/job.ts';
import { createQuota } from './github-job/quota.ts';
import { runJob } from './github-job/run-job.ts';
import { admitQueue, settleQueue } from './queue/queue-job.ts';

const { env } = process;
const isQueue = env.REVIEW_TARGET === 'forks';
const steps: Readonly<Record<string, () => Promise<void>>> = { admit: review, settle: apply };

await runJob(async () => {
  const step = steps[process.argv[2] ?? ''];
  if (!step) throw new RangeError('Usage: node scripts/workflows/review-submission.ts admit | settle');
  await step();
});

async function review(): Promise<void> {
  const repository = createReviewRepository(env);
  // The step `settle` sends no checks, so it does not load them.
  const { createAssessor } = await import('./github-job/assessor.ts');
  const assessor = await createAssessor(env, repository);
  try {
    const services = { repository, ...assessor };
    if (isQueue) return await admitQueue(services, env);
    const number = requireNumber(env, 'PULL_NUMBER');
    const outcome = await reviewPull(services, number, requireVariable(env, 'HEAD_SHA'));
    const isReview = 'decision' in outcome;
    core.setOutput('decided', isReview);
    if (isReview) await writeReview(outcome);
    else core.notice(outcome.nothing, { title: `Pull request #${number}` });
  } finally {
    await assessor.close();
  }
}

async function writeReview(review: Review): Promise<void> {
  await writeFile(requireVariable(env, 'REVIEW_FILE'), reviewText(review));
  const { decision } = review;
  const title = `Pull request #${review.pull}`;
  if (decision.verdict === 'accepted') core.notice(`Accepted: ${decision.record.id} (${decision.outcome}).`, { title });
  else if (decision.verdict === 'merged') core.notice('Merged by a review that did not end.', { title });
  else core.warning(decision.reason, { title });
  await writeSummary(env, `### ${title}\n\n${formatResult(toReviewResult(review, Date.now()))}`);
}

async function apply(): Promise<void> {
  if (isQueue) return settleQueue(env);
  const commit = { pull: requireNumber(env, 'PULL_NUMBER'), head_sha: requireVariable(env, 'HEAD_SHA') };
  const review = readReview(await readFile(requireVariable(env, 'REVIEW_FILE'), 'utf8'), commit);
  const quota = await createQuota(env);
  const landing = await openLanding(getJobRemote(env), parseSiteName(env.SITE_NAME));
  try {
    const services = { repository: createReviewRepository(env), landing, quota, ...jobTime };
    const summary = await applyReview(services, review).catch(error => {
      if (error instanceof OutdatedReviewError) return error.message;
      throw error;
    });
    core.notice(summary, { title: `Pull request #${commit.pull}` });
    await writeSummary(env, `### Pull request #${commit.pull}\n\n${summary}`);
  } finally {
    await landing.close();
  }
}

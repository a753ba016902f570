import { readFile, writeFile } from 'node:fs/promises';
import * as core from '@actions/core';
import { parseSiteName } from '#listing/site-name.ts';
import { applyReview } from '#submission/github/review/apply-review.ts';
import { openLanding } from '#submission/github/review/landing.ts';
import type { Review } from '#submission/github/review/review.ts';
import { readReview } from '#submission/github/review/review-file.ts';
import type { ReviewContext } from '#submission/github/review/review-pull.ts';
import {
  createReviewRepository,
  createUnwaitingRepository,
  getJobRemote,
  jobTime,
  requireNumber,
  requireVariable,
} from '../github-job/job.ts';
import { createQuota } from '../github-job/quota.ts';
import { applyQueue } from './apply-queue.ts';
import { type PullWithoutRecord, reviewQueue } from './review-queue.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reviews the pull requests that wait, and writes one review per line to REVIEW_FILE. */
export async function admitQueue(services: ReviewContext, environment: Environment): Promise<void> {
  const first = environment.PULL_NUMBER
    ? { number: requireNumber(environment, 'PULL_NUMBER'), sha: requireVariable(environment, 'HEAD_SHA') }
    : undefined;
  const { reviews, errors, left } = await reviewQueue(services, { first, now: jobTime.now });
  for (const review of reviews) core.info(describe(review));
  for (const message of errors) core.error(message, { title: 'Review failed' });
  core.notice(`${reviews.length} reviewed, ${errors.length} failed, ${left} wait for the next run.`, {
    title: 'Queue',
  });
  await writeFile(
    requireVariable(environment, 'REVIEW_FILE'),
    reviews.map(review => `${JSON.stringify(review)}\n`).join(''),
  );
  core.setOutput('decided', reviews.length > 0);
  if (reviews.length === 0 && errors.length > 0) process.exitCode = 1;
}

/** Applies the reviews in REVIEW_FILE. */
export async function settleQueue(environment: Environment): Promise<void> {
  const text = await readFile(requireVariable(environment, 'REVIEW_FILE'), 'utf8');
  const reviews = text.split('\n').filter(Boolean).map(parseLine);
  const quota = await createQuota(environment);
  const landing = await openLanding(getJobRemote(environment), parseSiteName(environment.SITE_NAME));
  try {
    const repository = createReviewRepository(environment);
    const services = { landing, quota, ...jobTime };
    // The job token, so that spam does not use the comments of the App.
    const unwaiting = createUnwaitingRepository(environment);
    const { errors, uncommented, left } = await applyQueue(
      {
        apply: review => applyReview({ repository, ...services }, review),
        reject: review => applyReview({ repository: unwaiting, ...services }, review),
        repository,
        log: core.info,
        now: jobTime.now,
      },
      reviews,
    );
    for (const message of errors) core.error(message, { title: 'Cannot apply' });
    core.notice(`${errors.length} failed, ${uncommented} rejected without a comment, ${left} wait for the next run.`, {
      title: 'Queue',
    });
    if (errors.length > 0) process.exitCode = 1;
  } finally {
    await landing.close();
  }
}

/** Parses a line. A review names its own commit, and `applyReview` compares it with the pull request. */
function parseLine(line: string): Review | PullWithoutRecord {
  const value = JSON.parse(line) as Review | PullWithoutRecord;
  return 'nothing' in value ? value : readReview(line, value);
}

function describe(review: Review | PullWithoutRecord): string {
  if ('nothing' in review) return `#${review.pull}: ${review.nothing}`;
  const { decision } = review;
  return `#${review.pull}: ${decision.verdict}${'reason' in decision ? `, ${decision.reason}` : ''}`;
}

/**
 * Submits the URL in an issue (workflow issue-submission.yml): checks the origin, opens a pull request as the submission app,
 * comments on the issue, and closes it.
 *
 * Environment: ISSUE_NUMBER, ISSUE_BODY (untrusted text), APP_ID, APP_INSTALLATION_ID, APP_PRIVATE_KEY, and the variables of
 * `github-job/`. Exit status 1 is an internal error: the issue stays open, and the job can run again.
 */
import * as core from '@actions/core';
import { recordText } from '#listing/listing-record.ts';
import type { Origin } from '#listing/origin.ts';
import type { Rejected } from '#submission/acceptance.ts';
import { createComment } from '#submission/github/api/create-comment.ts';
import { place } from '#submission/github/api/repository.ts';
import { githubSubmissions } from '#submission/github/github-submissions.ts';
import { parseIssueForm } from '#submission/github/issue-form.ts';
import { plainMarkdown } from '#submission/github/plain-markdown.ts';
import { formatRejection } from '#submission/github/review/result-comment.ts';
import { parsePullNumber } from '#submission/github/submission-state.ts';
import { SubmissionError } from '#submission/submission.ts';
import { createAssessor } from './github-job/assessor.ts';
import { createAppRepository, createJobRepository, requireNumber, writeSummary } from './github-job/job.ts';
import { runJob } from './github-job/run-job.ts';

const { env } = process;

const READ_ONLY =
  '**Not submitted.** This registry accepts no submissions by issue. Open a pull request with the record of the API instead.';

await runJob(async () => {
  const result = await submit(env.ISSUE_BODY ?? '');
  await closeIssue(requireNumber(env, 'ISSUE_NUMBER'), result);
  await writeSummary(env, `### Issue #${env.ISSUE_NUMBER}\n\n${result.text}`);
});

interface SubmissionResult {
  readonly text: string;
  /** Whether a pull request was opened. */
  readonly isSubmitted: boolean;
}

async function submit(issueBody: string): Promise<SubmissionResult> {
  const submitted = parseIssueForm(issueBody);
  if (!submitted.ok)
    return createRejection(`**Not submitted.** ${plainMarkdown(submitted.error)} Open a new issue with the form.`);
  // Without an App, no pull request starts a review.
  if (!env.APP_ID) return createRejection(READ_ONLY);
  const origin = submitted.value;
  const repository = createAppRepository(env);
  const assessor = await createAssessor(env, repository);
  try {
    const decision = await assessor.assess(origin);
    if (decision.verdict === 'rejected') return reject(origin, decision);
    const submissions = githubSubmissions({ repository, draft: async () => recordText(decision.record) });
    const state = await submissions.submit(origin, {}).catch(toRejection);
    if ('text' in state) return state;
    const number = parsePullNumber(state.submission_id);
    core.notice(`Submitted ${origin.url} with pull request #${number}.`);
    return {
      text: `**Submitted.** For the review of ${plainMarkdown(origin.url)}, see #${number}.`,
      isSubmitted: true,
    };
  } finally {
    await assessor.close();
  }
}

function reject(origin: Origin, decision: Rejected): SubmissionResult {
  core.warning(`${origin.url}: ${decision.reason}`);
  return createRejection(formatRejection(decision));
}

/** A limit concerns only the author of the issue, who gets the reason. Other errors fail the job, which can run again. */
function toRejection(error: unknown): SubmissionResult {
  if (!(error instanceof SubmissionError) || error.kind === 'unavailable') throw error;
  core.warning(error.message);
  return createRejection(`**Not submitted.** ${plainMarkdown(error.message)} Open a new issue with the form.`);
}

function createRejection(text: string): SubmissionResult {
  return { text, isSubmitted: false };
}

async function closeIssue(issue_number: number, { text, isSubmitted }: SubmissionResult): Promise<void> {
  const repository = createJobRepository(env);
  const issue = { ...place(repository), issue_number };
  const state_reason = isSubmitted ? 'completed' : 'not_planned';
  await createComment(repository, issue_number, text);
  await repository.octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
    ...issue,
    state: 'closed',
    state_reason,
  });
}

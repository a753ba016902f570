/**
 * Submits the address that an issue names (workflow issue-submission.yml): checks the origin, opens the pull request as the
 * submission app, and answers in the issue, which it closes.
 *
 * Environment: ISSUE_NUMBER, ISSUE_BODY (a stranger's text), APP_ID, APP_INSTALLATION_ID, APP_PRIVATE_KEY, and that of
 * `github-job/`. Exit status 1 is a fault of ours; the issue stays open, and the job can be run again.
 */
import * as core from '@actions/core';
import { recordText } from '#listing/listing-record.ts';
import type { Origin } from '#listing/origin.ts';
import type { Rejected } from '#submission/acceptance.ts';
import { place } from '#submission/github/api/repository.ts';
import { githubSubmissions } from '#submission/github/github-submissions.ts';
import { parseIssueForm } from '#submission/github/issue-form.ts';
import { plainMarkdown } from '#submission/github/plain-markdown.ts';
import { formatRejection } from '#submission/github/review/result-comment.ts';
import { parsePullNumber } from '#submission/github/submission-state.ts';
import { openAssessor } from './github-job/assessor.ts';
import { appRepository, jobRepository, requiredNumber, writeSummary } from './github-job/job.ts';

const { env } = process;

try {
  const answer = await answerTo(env.ISSUE_BODY ?? '');
  await close(requiredNumber(env, 'ISSUE_NUMBER'), answer);
  await writeSummary(env, `### Issue #${env.ISSUE_NUMBER}\n\n${answer.text}`);
} catch (error) {
  core.setFailed(error instanceof RangeError ? error.message : String(error instanceof Error ? error.stack : error));
}

interface Answer {
  readonly text: string;
  readonly taken: boolean;
}

async function answerTo(issueBody: string): Promise<Answer> {
  const submitted = parseIssueForm(issueBody);
  if (!submitted.ok)
    return notTaken(`**Not submitted.** ${plainMarkdown(submitted.error)} Open a new issue with the form.`);
  const origin = submitted.value;
  const repository = appRepository(env);
  const assessor = await openAssessor(env, repository);
  try {
    const decision = await assessor.assess(origin);
    if (decision.verdict === 'rejected') return rejected(origin, decision);
    const door = githubSubmissions({ repository, draft: async () => recordText(decision.record) });
    const number = parsePullNumber((await door.submit(origin, {})).submission_id);
    core.notice(`${origin.url} is submitted with pull request #${number}.`);
    return { text: `**Submitted.** ${plainMarkdown(origin.url)} is decided on in #${number}.`, taken: true };
  } finally {
    await assessor.close();
  }
}

function rejected(origin: Origin, decision: Rejected): Answer {
  core.warning(`${origin.url}: ${decision.reason}`);
  return notTaken(formatRejection(decision));
}

function notTaken(text: string): Answer {
  return { text, taken: false };
}

async function close(issue_number: number, { text, taken }: Answer): Promise<void> {
  const repository = jobRepository(env);
  const issue = { ...place(repository), issue_number };
  const state_reason = taken ? 'completed' : 'not_planned';
  const comment = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
  await repository.octokit.request(comment, { ...issue, body: text });
  await repository.octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
    ...issue,
    state: 'closed',
    state_reason,
  });
}

import type { Report } from '#contract/report.ts';
import type { Finding } from '#manifest/finding.ts';
import { plainMarkdown } from '../plain-markdown.ts';
import { formatResultBlock } from './result-block.ts';
import type { RejectedReviewResult, ReviewResult } from './review-result.ts';

/** The comment that tells a verdict: to programs in its first line, to people in the rest. */
export function formatResultComment(verdict: ReviewResult): string {
  return `${formatResultBlock(verdict)}\n${formatResult(verdict)}`;
}

/** A verdict in words, as Markdown. */
export function formatResult(verdict: ReviewResult): string {
  return [...opening(verdict), '', `Reviewed at ${verdict.head_sha}.`].join('\n');
}

function opening(verdict: ReviewResult): string[] {
  if (verdict.verdict === 'needs-person') {
    return [
      `**A person looks at this.** ${plainMarkdown(verdict.reason)}`,
      '',
      'Nobody needs to do anything until then.',
    ];
  }
  if (verdict.verdict === 'accepted') {
    return [`**Accepted.** ${OUTCOMES[verdict.outcome]}`, ...similar(verdict.similar_names), ...checks(verdict.report)];
  }
  return rejection(verdict);
}

/** Why something was not accepted and what to do about it, as Markdown. */
export function formatRejection(rejected: Rejection): string {
  return rejection(rejected).join('\n');
}

type Rejection = Pick<RejectedReviewResult, 'reason' | 'errors' | 'retryable' | 'report'>;

function rejection({ reason, errors, retryable, report }: Rejection): string[] {
  const next = retryable
    ? 'Nothing may need mending: submit it again later.'
    : 'Mend it, and submit it again; nobody needs to be asked.';
  return [`**Not accepted.** ${plainMarkdown(reason)}`, ...mistakes(errors), '', next, ...checks(report)];
}

const OUTCOMES = {
  listed: 'It is listed from now on.',
  updated: 'The listing now says what the origin serves.',
  unchanged: 'It is listed already, and was checked anew; nothing changed.',
  claimed: 'The publisher serves a manifest now, which takes the place of the record written from documentation.',
  withdrawn: 'The origin asks not to be listed, so it is withdrawn.',
} as const;

/** The most errors that are told in words. */
const MOST = 20;

function mistakes(errors: readonly Finding[]): string[] {
  const lines = errors
    .slice(0, MOST)
    .map(({ field, message, hint }) => `- ${plainMarkdown(field)}: ${plainMarkdown(message)} ${plainMarkdown(hint)}`);
  const more = errors.length > MOST ? [`- and ${errors.length - MOST} more`] : [];
  return lines.length > 0 ? ['', ...lines, ...more] : [];
}

function similar(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  return [
    '',
    `Its name looks the same as that of ${ids.slice(0, MOST).map(plainMarkdown).join(', ')}; its page says so.`,
  ];
}

function checks(report: Report | null): string[] {
  if (!report) return [];
  const rows = report.checks.map(
    ({ name, outcome, message }) => `| ${plainMarkdown(name)} | ${outcome} | ${plainMarkdown(message)} |`,
  );
  return ['', '| check | outcome | what was found |', '| --- | --- | --- |', ...rows];
}

import type { Report } from '#contract/report.ts';
import type { Finding } from '#manifest/finding.ts';
import { plainMarkdown } from '../plain-markdown.ts';
import { formatResultBlock } from './result-block.ts';
import type { RejectedReviewResult, ReviewResult } from './review-result.ts';

/** Formats a review result as a comment. Programs parse its first line, and people read the rest. */
export function formatResultComment(verdict: ReviewResult): string {
  return `${formatResultBlock(verdict)}\n${formatResult(verdict)}`;
}

/** Formats a review result as Markdown. */
export function formatResult(verdict: ReviewResult): string {
  return [...opening(verdict), '', `Reviewed at ${verdict.head_sha}.`].join('\n');
}

function opening(verdict: ReviewResult): string[] {
  if (verdict.verdict === 'needs-person') {
    return [`**A maintainer reviews this.** ${plainMarkdown(verdict.reason)}`, '', 'You do not need to do anything.'];
  }
  if (verdict.verdict === 'accepted') {
    return [
      `**Accepted.** ${OUTCOMES[verdict.outcome]}`,
      ...formatSimilarNames(verdict.similar_names),
      ...formatChecks(verdict.report),
    ];
  }
  return rejection(verdict);
}

/** Formats a rejection and the next step as Markdown. */
export function formatRejection(rejected: Rejection): string {
  return rejection(rejected).join('\n');
}

type Rejection = Pick<RejectedReviewResult, 'reason' | 'errors' | 'retryable' | 'report'>;

function rejection({ reason, errors, retryable, report }: Rejection): string[] {
  const next = retryable
    ? 'The problem may be temporary. Submit again later without changes.'
    : 'Fix the problems and submit again.';
  return [`**Not accepted.** ${plainMarkdown(reason)}`, ...formatErrors(errors), '', next, ...formatChecks(report)];
}

const OUTCOMES = {
  listed: 'The API is now listed.',
  updated: 'The listing now matches the manifest that the origin serves.',
  unchanged: 'The API is already listed. It was checked again, and nothing changed.',
  claimed: 'The manifest of the publisher replaces the record from documentation.',
  withdrawn: 'The manifest contains listing_requested: false, so the listing is withdrawn.',
} as const;

/** The maximum number of errors or names in a list. */
const MAX_ITEMS = 20;

function formatErrors(errors: readonly Finding[]): string[] {
  const lines = errors
    .slice(0, MAX_ITEMS)
    .map(({ field, message, hint }) => `- ${plainMarkdown(field)}: ${plainMarkdown(message)} ${plainMarkdown(hint)}`);
  const more = errors.length > MAX_ITEMS ? [`- and ${errors.length - MAX_ITEMS} more`] : [];
  return lines.length > 0 ? ['', ...lines, ...more] : [];
}

function formatSimilarNames(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  return [
    '',
    `The name is easily confused with that of ${ids.slice(0, MAX_ITEMS).map(plainMarkdown).join(', ')}. The page of the listing shows this.`,
  ];
}

function formatChecks(report: Report | null): string[] {
  if (!report) return [];
  const rows = report.checks.map(
    ({ name, outcome, message }) => `| ${plainMarkdown(name)} | ${outcome} | ${plainMarkdown(message)} |`,
  );
  return ['', '| check | outcome | details |', '| --- | --- | --- |', ...rows];
}

import { toUnicodeEscape } from '#manifest/text/excerpt.ts';
import type { ReviewResult } from './review-result.ts';

/** The maximum length of a block in characters. GitHub allows 65,536 per comment. */
const MAX_LENGTH = 48_000;

/** The maximum number of errors in a block. */
const MOST_ERRORS = 40;

/**
 * Formats a review result as the hidden first line of a comment, which `parseResultBlock` reads. It contains publisher
 * text, so characters that could end the HTML comment or mention users in GitHub emails are escaped. If the block is
 * too long, it omits the evidence first, then the report.
 */
export function formatResultBlock(verdict: ReviewResult): string {
  const text = [verdict, removeEvidence(verdict), removeReport(verdict)]
    .map(each => JSON.stringify(each).replace(/[<>&@#/\u2028\u2029-]/g, toUnicodeEscape))
    .find(each => each.length <= MAX_LENGTH);
  if (text === undefined)
    throw new Error('The review result without its report exceeds the maximum length of a comment.');
  return `<!-- verdict ${text} -->`;
}

/**
 * Parses the review result at the start of a comment; undefined if the comment starts with other text. Ignores blocks
 * elsewhere in the comment, which may be untrusted text. The caller must check the author of the comment.
 */
export function parseResultBlock(comment: string): ReviewResult | undefined {
  const [, text] = /^<!-- verdict (\{.*\}) -->/.exec(comment) ?? [];
  if (text === undefined) return undefined;
  const value: ReviewResult = JSON.parse(text);
  return ['accepted', 'rejected', 'needs-person'].includes(value.verdict) ? value : undefined;
}

function removeEvidence(verdict: ReviewResult): ReviewResult {
  if (verdict.verdict === 'needs-person' || !verdict.report) return verdict;
  const checks = verdict.report.checks.map(({ findings: _, ...check }) => ({ ...check, evidence: [] }));
  const errors = verdict.report.errors.slice(0, MOST_ERRORS);
  return limitErrors({ ...verdict, report: { ...verdict.report, checks, errors } });
}

function removeReport(verdict: ReviewResult): ReviewResult {
  return verdict.verdict === 'needs-person' ? verdict : limitErrors({ ...verdict, report: null });
}

function limitErrors(verdict: ReviewResult): ReviewResult {
  return verdict.verdict === 'rejected' ? { ...verdict, errors: verdict.errors.slice(0, MOST_ERRORS) } : verdict;
}

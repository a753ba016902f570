import type { ReviewResult } from './review-result.ts';

/** Characters of a block; a comment may have 65,536 in all. */
const LONGEST = 48_000;

/** The most errors that are kept. */
const MOST_ERRORS = 40;

/**
 * A verdict as the hidden first line of a comment, from which `readVerdict` takes it back. What publishers wrote is inside
 * it, so nothing in it can end the HTML comment, or mention anybody in the email that GitHub sends. Evidence is left out first where it is too long, then the report.
 */
export function formatResultBlock(verdict: ReviewResult): string {
  const text = [verdict, withoutEvidence(verdict), withoutReport(verdict)]
    .map(each => JSON.stringify(each).replace(/[<>&@#/\u2028\u2029-]/g, escaped))
    .find(each => each.length <= LONGEST);
  if (text === undefined) throw new Error('A verdict without its report is longer than a comment may be.');
  return `<!-- verdict ${text} -->`;
}

/**
 * The verdict that a comment begins with; undefined when it begins with none. Only what comes first counts: all else in
 * a comment may be somebody else's text. Whose comment it is, is for the caller to check.
 */
export function parseResultBlock(comment: string): ReviewResult | undefined {
  const [, text] = /^<!-- verdict (\{.*\}) -->/.exec(comment) ?? [];
  if (text === undefined) return undefined;
  const value: ReviewResult = JSON.parse(text);
  return ['accepted', 'rejected', 'needs-person'].includes(value.verdict) ? value : undefined;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function withoutEvidence(verdict: ReviewResult): ReviewResult {
  if (verdict.verdict === 'needs-person' || !verdict.report) return verdict;
  const checks = verdict.report.checks.map(({ findings: _, ...check }) => ({ ...check, evidence: [] }));
  const errors = verdict.report.errors.slice(0, MOST_ERRORS);
  return withFewErrors({ ...verdict, report: { ...verdict.report, checks, errors } });
}

function withoutReport(verdict: ReviewResult): ReviewResult {
  return verdict.verdict === 'needs-person' ? verdict : withFewErrors({ ...verdict, report: null });
}

function withFewErrors(verdict: ReviewResult): ReviewResult {
  return verdict.verdict === 'rejected' ? { ...verdict, errors: verdict.errors.slice(0, MOST_ERRORS) } : verdict;
}

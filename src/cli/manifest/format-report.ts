import type { CheckResult, Evidence, Report } from '#contract/report.ts';
import { countOccurrences, type Finding } from '#manifest/finding.ts';
import { isListingRefused } from '#manifest/lint/not-requested.ts';
import { printable } from '#manifest/text/excerpt.ts';
import { type Colors, createColors } from '../terminal/colors.ts';
import type { SubjectReport } from './check-outcome.ts';

/**
 * Formats a report for a terminal: one line per check, with its findings and fixes below it. Escapes the control
 * characters of untrusted text.
 */
export function formatReport({ report, subject, findPosition }: SubjectReport, hasColors: boolean): string {
  const style = createColors(hasColors);
  const width = Math.max(...report.checks.map(({ name }) => name.length));
  const lines = report.checks.flatMap(check => {
    const { color, symbol } = STYLES[getStyle(check)];
    return [
      `${style(color, symbol)} ${style(color, check.name.padEnd(width))}  ${printable(check.message)}`,
      ...formatDetails(check, subject, style, findPosition).map(line => `  ${line}`),
    ];
  });
  return [style('bold', printable(subject)), '', ...lines, '', formatConclusion(report, style), ''].join('\n');
}

const STYLES = {
  passed: { color: 'green', symbol: '✓' },
  skipped: { color: 'dim', symbol: '-' },
  inconclusive: { color: 'yellow', symbol: '?' },
  warning: { color: 'yellow', symbol: '!' },
  failed: { color: 'red', symbol: '✗' },
} as const;

function getStyle({ outcome, severity }: CheckResult): keyof typeof STYLES {
  return outcome === 'failed' && severity !== 'error' ? 'warning' : outcome;
}

function formatDetails(
  check: CheckResult,
  subject: string,
  style: Colors,
  findPosition: SubjectReport['findPosition'],
): string[] {
  const { findings = [], evidence, hint, outcome } = check;
  const requests = outcome === 'failed' || outcome === 'inconclusive' ? evidence.map(formatEvidence) : [];
  return [
    ...findings.flatMap(finding => formatFinding(finding, subject, style, findPosition)),
    ...requests.map(line => style('dim', line)),
    ...(hint && findings.length === 0 ? [printable(hint)] : []),
  ];
}

/** Formats the location as compilers do, so that editors and terminals can link to it. */
function formatFinding(
  finding: Finding,
  subject: string,
  style: Colors,
  findPosition: SubjectReport['findPosition'],
): string[] {
  const { field, rule, message, hint, value, pointer } = finding;
  const position = finding.position ?? findPosition?.(pointer);
  const location = position ? `${subject}:${position.line}:${position.column} ` : '';
  return [
    `${style('dim', printable(location))}${style('bold', printable(field))} ${style('dim', `(${rule})`)}`,
    `  ${printable(message)}${value === undefined ? '' : style('dim', ` Value: ${printable(value)}.`)}`,
    `  ${printable(hint)}`,
  ];
}

function formatEvidence({ method, url, status, ms, note }: Evidence): string {
  return printable(`${method} ${url} ${status ?? 'no response'} (${ms} ms)${note ? `: ${note}` : ''}`);
}

/** Counts a check with findings by these, as its message does, and any other one as one warning. */
function countWarnings(check: CheckResult): number {
  if (getStyle(check) !== 'warning') return 0;
  return Math.max(1, countOccurrences((check.findings ?? []).filter(({ severity }) => severity !== 'info')));
}

function formatConclusion({ passed, retryable, checks, badges }: Report, style: Colors): string {
  const count = checks.reduce((sum, check) => sum + countWarnings(check), 0);
  const warnings = count === 0 ? '' : ` with ${count === 1 ? 'a warning' : `${count} warnings`}`;
  if (passed) {
    const earned = badges.length > 0 ? ` Badges: ${badges.join(', ')}.` : '';
    const isRefused = isListingRefused(checks.flatMap(({ findings = [] }) => findings));
    const refused = isRefused ? ' A submission lists nothing, because listing_requested is false.' : '';
    return `${style('green', `Passed${warnings}.`)}${earned}${refused}`;
  }
  return retryable ? style('yellow', 'Inconclusive. Try again later.') : style('red', 'Failed.');
}

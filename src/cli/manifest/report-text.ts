import type { CheckResult, Evidence, Report } from '#contract/report.ts';
import { printable } from '#manifest/excerpt.ts';
import type { Finding } from '#manifest/finding.ts';
import { type Colors, colors } from '../terminal/colors.ts';
import type { CheckedSubject } from './check-outcome.ts';

/**
 * A report as people read it on a terminal: one line a check, below it what it found and what to do. Whatever a stranger
 * wrote is printed without control characters.
 */
export function reportText({ report, subject, findPosition }: CheckedSubject, colours: boolean): string {
  const style = colors(colours);
  const width = Math.max(...report.checks.map(({ name }) => name.length));
  const lines = report.checks.flatMap(check => {
    const { colour, sign } = LOOKS[lookOf(check)];
    return [
      `${style(colour, sign)} ${style(colour, check.name.padEnd(width))}  ${printable(check.message)}`,
      ...details(check, subject, style, findPosition).map(line => `  ${line}`),
    ];
  });
  return [style('bold', printable(subject)), '', ...lines, '', conclusion(report, style), ''].join('\n');
}

const LOOKS = {
  passed: { colour: 'green', sign: '✓' },
  skipped: { colour: 'dim', sign: '-' },
  inconclusive: { colour: 'yellow', sign: '?' },
  warning: { colour: 'yellow', sign: '!' },
  failed: { colour: 'red', sign: '✗' },
} as const;

function lookOf({ outcome, severity }: CheckResult): keyof typeof LOOKS {
  return outcome === 'failed' && severity !== 'error' ? 'warning' : outcome;
}

function details(
  check: CheckResult,
  subject: string,
  style: Colors,
  findPosition: CheckedSubject['findPosition'],
): string[] {
  const { findings = [], evidence, hint, outcome } = check;
  const asked = outcome === 'failed' || outcome === 'inconclusive' ? evidence.map(exchange) : [];
  const advice = hint && findings.length === 0 ? [printable(hint)] : [];
  return [
    ...findings.flatMap(found => place(found, subject, style, findPosition)),
    ...asked.map(line => style('dim', line)),
    ...advice,
  ];
}

/** As compilers write places, so that editors and terminals can jump there. */
function place(found: Finding, subject: string, style: Colors, findPosition: CheckedSubject['findPosition']): string[] {
  const { field, rule, message, hint, value, pointer } = found;
  const position = found.position ?? findPosition?.(pointer);
  const where = position ? `${subject}:${position.line}:${position.column} ` : '';
  return [
    `${style('dim', printable(where))}${style('bold', printable(field))} ${style('dim', `(${rule})`)}`,
    `  ${printable(message)}${value === undefined ? '' : style('dim', ` It is ${printable(value)}.`)}`,
    `  ${printable(hint)}`,
  ];
}

function exchange({ method, url, status, ms, note }: Evidence): string {
  return printable(`${method} ${url} ${status ?? 'no answer'} (${ms} ms)${note ? `: ${note}` : ''}`);
}

function conclusion({ passed, retryable, checks, badges }: Report, style: Colors): string {
  const warnings = checks.filter(check => lookOf(check) === 'warning').length;
  const told = warnings === 0 ? '' : ` with ${warnings === 1 ? 'a warning' : `${warnings} warnings`}`;
  if (passed) return `${style('green', `Passed${told}.`)}${badges.length > 0 ? ` Badges: ${badges.join(', ')}.` : ''}`;
  return retryable ? style('yellow', 'Not decided: try again later.') : style('red', 'Failed.');
}

import type { BrokenFile } from '#store/record-files.ts';
import { breakReferences } from '../break-references.ts';
import type { RunTally } from './run-tally.ts';

/** The maximum number of items in a list. */
const MAX_ITEMS = 100;

export interface SummaryOptions {
  /** Why nothing was written. Undefined if results were written. */
  readonly breakerReason?: string | undefined;
  /** The records that were skipped. */
  readonly broken?: readonly BrokenFile[] | undefined;
}

/** Formats a run as Markdown for a job's summary. */
export function runSummary(tally: RunTally, { breakerReason, broken = [] }: SummaryOptions = {}): string {
  const { checked, outcomes, changes, transitions } = tally;
  const blocks = [
    '## Revalidation',
    breakerReason === undefined ? '' : `**Stopped by the circuit breaker.** ${breakerReason}`,
    [
      '| checked | passed | failed | inconclusive | only observed | manifests changed | statuses changed |',
      '| ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      `| ${[checked, outcomes.passed, outcomes.failed, outcomes.inconclusive, outcomes.observed, changes.length, transitions.length].join(' | ')} |`,
    ].join('\n'),
    list(
      'Statuses',
      transitions.map(({ id, from, to }) => `${code(id)}: ${from} → ${to}`),
    ),
    list(
      'Manifests',
      changes.map(({ id, words }) => `${code(id)}: ${code(words)}`),
    ),
    brokenSummary(broken),
  ];
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`;
}

/** Formats the skipped records as Markdown. Empty without any. */
export function brokenSummary(broken: readonly BrokenFile[]): string {
  return list(
    'Skipped records',
    broken.map(file => code(formatBrokenFile(file))),
  );
}

/** Formats a skipped record with the reason and the fix. */
export function formatBrokenFile({ file, findings }: BrokenFile): string {
  const [first] = findings;
  return `${file} was skipped. ${first?.message} ${first?.hint}`;
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const more = items.length > MAX_ITEMS ? [`- and ${items.length - MAX_ITEMS} more`] : [];
  return [`### ${title}`, '', ...items.slice(0, MAX_ITEMS).map(item => `- ${item}`), ...more].join('\n');
}

/** Formats publisher text as inline code, in which Markdown has no effect. */
function code(text: string): string {
  const line = text.toWellFormed().replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  return `\`\` ${breakReferences(line.replaceAll('`', "'"))} \`\``;
}

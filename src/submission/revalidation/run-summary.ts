import { breakReferences } from '../break-references.ts';
import type { RunTally } from './run-tally.ts';

/** The maximum number of items in a list. */
const MAX_ITEMS = 100;

/**
 * Formats a run as Markdown for a job's summary.
 *
 * @param breakerReason why nothing was written; undefined if results were written
 */
export function runSummary(tally: RunTally, breakerReason?: string): string {
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
  ];
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`;
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

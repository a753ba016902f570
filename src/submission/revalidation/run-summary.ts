import { breakReferences } from '../break-references.ts';
import type { RunTally } from './run-tally.ts';

/** The most entries of a list that are told. */
const MOST = 100;

/**
 * What a run came to, as Markdown for a job's summary.
 * @param brake why nothing was written; undefined when something was
 */
export function runSummary(tally: RunTally, brake?: string): string {
  const { checked, outcomes, changes, transitions } = tally;
  const blocks = [
    '## Re-validation',
    brake === undefined ? '' : `**Stopped by the brake.** ${brake}`,
    [
      '| checked | passed | failed | undecided | manifests changed | statuses changed |',
      '| ---: | ---: | ---: | ---: | ---: | ---: |',
      `| ${[checked, outcomes.passed, outcomes.failed, outcomes.inconclusive, changes.length, transitions.length].join(' | ')} |`,
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
  const more = items.length > MOST ? [`- and ${items.length - MOST} more`] : [];
  return [`### ${title}`, '', ...items.slice(0, MOST).map(item => `- ${item}`), ...more].join('\n');
}

/** Publisher text as code, in which Markdown has no effect. */
function code(text: string): string {
  const line = text.toWellFormed().replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  return `\`\` ${breakReferences(line.replaceAll('`', "'"))} \`\``;
}

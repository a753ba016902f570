import type { Finding } from '#manifest/finding.ts';
import { plainMarkdown } from '#submission/github/plain-markdown.ts';
import type { Comparison } from './comparison.ts';
import type { CheckedManifest } from './manifest-file.ts';

/** The maximum length of a list in characters. A comment has at most 65,536. */
const MAX_LIST_LENGTH = 12_000;

/** Formats the results for a manifest as Markdown. Escapes publisher text. */
export function formatReview(
  file: string,
  checked: CheckedManifest,
  { differences, summary = '', base }: Comparison,
): string {
  const breaking = differences?.filter(difference => difference.breaking) ?? [];
  const others = differences?.filter(difference => !difference.breaking) ?? [];
  return [
    ...formatResult(plainMarkdown(file), checked),
    ...formatList('**Breaking changes**', breaking, ({ text }) => text),
    ...formatList(
      breaking.length > 0 ? '**Other changes**' : '**Changes**, none of them breaking',
      others,
      ({ text }) => text,
    ),
    ...(differences?.length === 0 ? ['No changes, except possibly `last_updated`.'] : []),
    base === undefined
      ? plainMarkdown(summary)
      : `Compared with ${/^[0-9a-f]{40}$/.test(base) ? base : plainMarkdown(base)}.`,
  ].join('\n\n');
}

function formatResult(name: string, checked: CheckedManifest): string[] {
  if ('refusal' in checked) return [`**${name} was not checked.** ${plainMarkdown(checked.refusal)}`];
  const { report, findPosition } = checked;
  const findings = report.checks.flatMap(check => check.findings ?? []);
  const formatFinding = (finding: Finding) => {
    const { field, pointer, message, hint, position = findPosition?.(pointer) } = finding;
    return `${position ? `line ${position.line}, ` : ''}${field}: ${message} ${hint}`;
  };
  if (!report.passed) return formatList(`**${name} is not a valid manifest.**`, findings, formatFinding);
  if (findings.length === 0) return [`**${name} is a valid manifest.**`];
  return formatList(`**${name} is a valid manifest**, with warnings:`, findings, formatFinding);
}

/** Formats a list with its title. Returns an empty array for an empty list. */
function formatList<Item>(title: string, items: readonly Item[], formatItem: (item: Item) => string): string[] {
  if (items.length === 0) return [];
  const lines: string[] = [];
  let length = 0;
  for (const item of items) {
    const line = `- ${plainMarkdown(formatItem(item))}`;
    length += line.length;
    if (length > MAX_LIST_LENGTH && lines.length > 0) break;
    lines.push(line);
  }
  const rest = items.length - lines.length;
  return [title, [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')];
}

import type { Finding } from '#manifest/finding.ts';
import { plainMarkdown } from '#submission/github/plain-markdown.ts';
import type { Comparison } from './comparison.ts';
import type { CheckedManifest } from './manifest-file.ts';

/** The longest a list may be, in characters; a comment takes 65,536. */
const LONGEST = 12_000;

/** What was found out about a manifest, as Markdown in which nothing that the publisher wrote is markup. */
export function reviewText(
  file: string,
  checked: CheckedManifest,
  { differences, about = '', base }: Comparison,
): string {
  const breaking = differences?.filter(difference => difference.breaking) ?? [];
  const others = differences?.filter(difference => !difference.breaking) ?? [];
  return [
    ...verdict(plainMarkdown(file), checked),
    ...listed('**Changes that can break an agent**', breaking, ({ text }) => text),
    ...listed(
      breaking.length > 0 ? '**Other changes**' : '**Changes**, none of which breaks an agent',
      others,
      ({ text }) => text,
    ),
    ...(differences?.length === 0 ? ['Nothing in it changes but, at most, `last_updated`.'] : []),
    base === undefined
      ? plainMarkdown(about)
      : `Compared with ${/^[0-9a-f]{40}$/.test(base) ? base : plainMarkdown(base)}.`,
  ].join('\n\n');
}

function verdict(name: string, checked: CheckedManifest): string[] {
  if ('refusal' in checked) return [`**${name} was not checked.** ${plainMarkdown(checked.refusal)}`];
  const { report, positionOf } = checked;
  const findings = report.checks.flatMap(check => check.findings ?? []);
  const told = (found: Finding) => {
    const { field, pointer, message, hint, position = positionOf?.(pointer) } = found;
    return `${position ? `line ${position.line}, ` : ''}${field}: ${message} ${hint}`;
  };
  if (!report.passed) return listed(`**${name} is not a valid manifest.**`, findings, told);
  if (findings.length === 0) return [`**${name} is a valid manifest.**`];
  return listed(`**${name} is a valid manifest**, and could be better:`, findings, told);
}

/** A list below its title; nothing where it is empty. */
function listed<Item>(title: string, items: readonly Item[], told: (item: Item) => string): string[] {
  if (items.length === 0) return [];
  const lines: string[] = [];
  let length = 0;
  for (const item of items) {
    const line = `- ${plainMarkdown(told(item))}`;
    length += line.length;
    if (length > LONGEST && lines.length > 0) break;
    lines.push(line);
  }
  const rest = items.length - lines.length;
  return [title, [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')];
}

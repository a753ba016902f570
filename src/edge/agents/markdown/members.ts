import { code, link, quoteInline, truncateMarkdown } from './untrusted-text.ts';

/** Larger values are shortened, because a manifest can be deeply nested and long. */
const MAX_DEPTH = 4;
const MAX_LINES = 40;
const MAX_TEXT_BYTES = 400;

/**
 * Formats members of a manifest as a list with their names, which the manifest reference explains. Omits null members.
 *
 * @returns Markdown of at most 41 lines; empty if no members remain
 */
export function memberList(value: object): string {
  const lines: string[] = [];
  for (const line of linesOf(value, 0)) {
    if (lines.push(line) < MAX_LINES) continue;
    lines.push('- …');
    break;
  }
  return lines.join('\n');
}

function* linesOf(value: object, depth: number): Generator<string> {
  const indent = '  '.repeat(depth);
  for (const [name, member] of Object.entries(value)) {
    const label = Array.isArray(value) ? '-' : `- ${code(truncateMarkdown(name, 60, String).markdown)}:`;
    if (member === null || member === undefined) continue;
    if (typeof member !== 'object') yield `${indent}${label} ${scalar(member)}`;
    else if (isPlainList(member)) yield `${indent}${label} ${member.map(scalar).join(', ')}`;
    else if (depth === MAX_DEPTH) yield `${indent}${label} …`;
    else {
      const inner = linesOf(member, depth + 1);
      const first = inner.next();
      if (first.done) continue;
      yield `${indent}${label}`;
      yield first.value;
      yield* inner;
    }
  }
}

function isPlainList(value: object): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= 20 && value.every(item => typeof item !== 'object');
}

/** Formats names, numbers, and URLs as they are, and quotes other text. */
function scalar(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  if (/^[\w.:-]{1,60}$/.test(value)) return code(value);
  const linked = link(value);
  if (linked.startsWith('<')) return linked;
  const { markdown, complete } = truncateMarkdown(value, MAX_TEXT_BYTES, quoteInline);
  return complete ? markdown : `${markdown} …`;
}

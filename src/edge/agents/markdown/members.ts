import { address, beginning, code, quoteInline } from './untrusted-text.ts';

/** Beyond these a value is shortened: a publisher may nest and repeat as much as a manifest's size allows. */
const DEEPEST = 4;
const MOST_LINES = 40;
const LONGEST_TEXT = 400;

/**
 * Members of a manifest as a list under their own names, which the manifest reference explains. Members that are null
 * say nothing and are left out.
 *
 * @returns Markdown of at most 41 lines; empty when there is nothing to say
 */
export function memberList(value: object): string {
  const lines: string[] = [];
  for (const line of linesOf(value, 0)) {
    if (lines.push(line) < MOST_LINES) continue;
    lines.push('- …');
    break;
  }
  return lines.join('\n');
}

function* linesOf(value: object, depth: number): Generator<string> {
  const indent = '  '.repeat(depth);
  for (const [name, member] of Object.entries(value)) {
    const label = Array.isArray(value) ? '-' : `- ${code(beginning(name, 60, String).markdown)}:`;
    if (member === null || member === undefined) continue;
    if (typeof member !== 'object') yield `${indent}${label} ${scalar(member)}`;
    else if (isPlainList(member)) yield `${indent}${label} ${member.map(scalar).join(', ')}`;
    else if (depth === DEEPEST) yield `${indent}${label} …`;
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

/** Names, numbers and addresses as they are, anything else as the words of its author. */
function scalar(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  if (/^[\w.:-]{1,60}$/.test(value)) return code(value);
  const linked = address(value);
  if (linked.startsWith('<')) return linked;
  const { markdown, whole } = beginning(value, LONGEST_TEXT, quoteInline);
  return whole ? markdown : `${markdown} …`;
}

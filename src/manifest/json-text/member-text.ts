import { tokenize } from './steps.ts';

/** A member of an object, and the text without it. */
export interface MemberText {
  /** The text of the value, unparsed. */
  readonly value: string;
  /** The value with the white space around it. A file with this text has the same size. */
  readonly padded: string;
  /** The whole text with `null` as the value. */
  readonly rest: string;
}

/**
 * Returns the text of a member of the outermost object. Unlike parsing, this works for a value that the parser rejects,
 * because it is nested too deeply or has duplicate keys.
 *
 * @returns undefined if the text has no such member, or has a syntax error before its end
 */
export function findMemberText(text: string, name: string): MemberText | undefined {
  let start: number | undefined;
  for (const step of tokenize(text)) {
    if (step.kind !== 'value' && step.kind !== 'duplicate') return undefined;
    if (step.kind === 'value' && step.path.length === 1 && step.path[0] === name) start ??= step.at;
  }
  if (start === undefined) return undefined;
  const end = findEnd(text, start);
  const [before = ''] = /[ \t\r\n]*$/.exec(text.slice(0, start)) ?? [];
  const [after = ''] = /^[ \t\r\n]*/.exec(text.slice(end)) ?? [];
  const value = text.slice(start, end);
  return { value, padded: before + value + after, rest: `${text.slice(0, start)}null${text.slice(end)}` };
}

/** The end of a valid JSON value. */
function findEnd(text: string, start: number): number {
  const tokens = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]|[^\s"[\]{}:,]+/gsy;
  let depth = 0;
  for (let at = start; at < text.length; ) {
    tokens.lastIndex = at;
    const token = tokens.exec(text)?.[0];
    if (token === undefined) {
      at++;
      continue;
    }
    at += token.length;
    if (token === '[' || token === '{') depth++;
    if (token === ']' || token === '}') depth--;
    if (depth === 0) return at;
  }
  return text.length;
}

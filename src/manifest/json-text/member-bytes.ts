import { concatBytes } from './concat-bytes.ts';
import { tokenize } from './steps.ts';

/** A member of an object in a JSON text, and the text without it, as bytes. */
export interface MemberBytes {
  /** The value with the white space around it, unparsed. A file with these bytes has the same size. */
  readonly padded: Uint8Array;
  /** The whole text with `null` as the value. */
  readonly rest: Uint8Array;
}

/**
 * Returns the bytes of a member of the outermost object. Unlike parsing, this works for a value that the parser rejects,
 * because it is nested too deeply, has duplicate keys, or is not UTF-8.
 *
 * @param name the name of the member, in ASCII
 * @returns undefined if the text has no such member, or has a syntax error before its end
 */
export function findMemberBytes(bytes: Uint8Array, name: string): MemberBytes | undefined {
  const text = toAscii(bytes);
  let start: number | undefined;
  for (const step of tokenize(text)) {
    if (step.kind !== 'value' && step.kind !== 'duplicate') return undefined;
    if (step.kind === 'value' && step.path.length === 1 && step.path[0] === name) start ??= step.at;
  }
  if (start === undefined) return undefined;
  const end = findEnd(text, start);
  const [before = ''] = /[ \t\r\n]*$/.exec(text.slice(0, start)) ?? [];
  const [after = ''] = /^[ \t\r\n]*/.exec(text.slice(end)) ?? [];
  const rest = concatBytes([bytes.subarray(0, start), NULL, bytes.subarray(end)]);
  return { padded: bytes.subarray(start - before.length, end + after.length), rest };
}

const NULL = new TextEncoder().encode('null');
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const SPACE = 0x20;
/** JSON allows this character, as those beyond ASCII, only in strings. */
const DELETE = 0x7f;

/** Decodes bytes to one character each, so that offsets in the text are those of the bytes. */
function toAscii(bytes: Uint8Array): string {
  const ascii = bytes.map(byte => (byte < 0x80 ? byte : DELETE));
  if (BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte)) ascii.fill(SPACE, 0, BYTE_ORDER_MARK.length);
  return new TextDecoder().decode(ascii);
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

import { concatBytes } from './concat-bytes.ts';
import { findClosingQuote, isSpace } from './members.ts';
import { findScalarEnd } from './scalar.ts';
import { tokenize } from './tokenize.ts';

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
  const error = tokenize(text, {
    visitValue(at, path) {
      if (path.length === 1 && path[0] === name) start ??= at;
      return false;
    },
    visitDuplicate: () => false,
  });
  if (error || start === undefined) return undefined;
  const end = findEnd(text, start);
  let [first, last] = [start, end];
  // An expression for the white space before the value would start at each space of the text.
  while (isSpace(text.charCodeAt(first - 1))) first -= 1;
  while (isSpace(text.charCodeAt(last))) last += 1;
  const rest = concatBytes([bytes.subarray(0, start), NULL, bytes.subarray(end)]);
  return { padded: bytes.subarray(first, last), rest };
}

const NULL = new TextEncoder().encode('null');
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const SPACE = 0x20;
/** JSON allows this character, as those beyond ASCII, only in strings. */
const DELETE = 0x7f;

/** Decodes bytes to one character each, so that offsets in the text are those of the bytes. */
function toAscii(bytes: Uint8Array): string {
  const ascii = bytes.slice();
  // A callback for each byte takes several times as long.
  for (let at = 0; at < ascii.length; at += 1) if (Number(ascii[at]) >= 0x80) ascii[at] = DELETE;
  if (BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte)) ascii.fill(SPACE, 0, BYTE_ORDER_MARK.length);
  return new TextDecoder().decode(ascii);
}

/** Returns the end of a value in a valid JSON text. */
function findEnd(text: string, start: number): number {
  if (!isOpening(text.charCodeAt(start))) return Number(findScalarEnd(text, start));
  let depth = 0;
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findClosingQuote(text, at + 1);
    else if (isOpening(code)) depth += 1;
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth -= 1;
    if (depth === 0) return at + 1;
  }
}

function isOpening(code: number): boolean {
  return code === OPENING_BRACE || code === OPENING_BRACKET;
}

const QUOTE = 34;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

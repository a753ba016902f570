import { type Finding, finding } from './finding.ts';
import { decoded } from './json-text/decoding.ts';
import { membersInText, membersInValue } from './json-text/members.ts';
import { type Position, positionsIn } from './json-text/position.ts';
import { steps } from './json-text/steps.ts';
import { findSyntaxErrors } from './json-text/syntax-errors.ts';
import { pointerOf, pointerParts } from './pointer.ts';
import { type Failure, failure, type Success } from './result.ts';

/** A parsed JSON value with its warnings, or the reasons why the text is rejected. Each finding has a position. */
export type JsonTextResult = ParsedJson | Failure<readonly Finding[]>;

export interface ParsedJson extends Success<unknown> {
  readonly warnings: readonly Finding[];
}

/**
 * Reads a JSON text as strictly as the registry needs it: valid UTF-8, the grammar of RFC 8259, no name twice in an
 * object, at most `maxDepth` containers inside each other, no number beyond the range of doubles. A byte-order mark is
 * tolerated with a warning. Unpaired surrogates stay as they are: JSON.stringify writes them back as escapes.
 *
 * The text is parsed natively and then proven to hold no duplicates by counting, which costs a third of the parsing;
 * only a text that fails is read step by step. Never throws, and no depth overflows the stack.
 */
export function parseJsonText(input: string | Uint8Array, { maxDepth = 64 } = {}): JsonTextResult {
  const text = typeof input === 'string' ? input : decoded(input);
  if (typeof text !== 'string') return failure([text]);
  const json = withoutMark(text);
  const value = parsed(json);
  if (value === MALFORMED || membersInValue(value, maxDepth) !== membersInText(json)) {
    const findings = findSyntaxErrors(json, maxDepth);
    if (findings.length > 0 || value === MALFORMED) return failure(findings);
  }
  return { ok: true, value, warnings: json === text ? [] : [byteOrderMark] };
}

/** Where the value at a JSON Pointer begins in a JSON text; undefined when the text has no such value. */
export function positionOf(text: string, pointer: string): Position | undefined {
  return positionsOf(text, [pointer]).get(pointer);
}

/** Where the values at several JSON Pointers begin, found in one reading; pointers to nothing are left out. */
export function positionsOf(text: string, pointers: readonly string[]): Map<string, Position> {
  const json = withoutMark(text);
  const position = positionsIn(json);
  const wanted = new Set(pointers);
  const depths = new Set(pointers.map(pointer => pointerParts(pointer).length));
  const found = new Map<string, Position>();
  for (const step of steps(json)) {
    if (step.kind !== 'value' || !depths.has(step.path.length)) continue;
    const pointer = pointerOf(step.path);
    if (wanted.has(pointer)) found.set(pointer, position(step.at));
    if (found.size === wanted.size) break;
  }
  return found;
}

const BYTE_ORDER_MARK = '\ufeff';

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

const byteOrderMark = finding(
  '',
  'byte-order-mark',
  'The document begins with a byte-order mark.',
  'Save it as UTF-8 without byte-order mark; many JSON readers refuse it.',
);

const MALFORMED = Symbol('malformed');

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return MALFORMED;
  }
}

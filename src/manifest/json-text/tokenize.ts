import { isSpace } from './members.ts';
import { findScalarEnd } from './scalar.ts';
import { createSyntaxError, type Expected, type JsonSyntaxError } from './syntax-error.ts';

/**
 * Receives the tokens of a JSON text. Methods instead of objects for each token, because a text of 1 MiB has up to 500,000
 * values, and a generator with an object for each takes several times as long. Each method returns whether to stop.
 */
export interface JsonVisitor {
  /**
   * Visits the start of a value.
   * @param depth the number of enclosing containers, and the value itself if it is one
   * @param end the end of a string, number, or literal; the start of a container
   */
  visitValue(at: number, path: Path, depth: number, end: number): boolean;
  /** Visits a key that the object already has. */
  visitDuplicate(at: number, path: Path): boolean;
}

/** Keys and indexes from the root. The tokenizer reuses and mutates one array. */
export type Path = readonly (string | number)[];

/**
 * Tokenizes a JSON text (RFC 8259) strictly and without recursion, so that no depth overflows the stack.
 *
 * @returns the first syntax error; undefined for a valid text, and if the visitor stopped before the error
 */
export function tokenize(text: string, visitor: JsonVisitor): JsonSyntaxError | undefined {
  const path: (string | number)[] = [];
  /** For each open container: the keys so far of an object, or null for an array. */
  const open: (Keys | null)[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    // NaN at the end of the text.
    let code = text.charCodeAt(at);
    while (isSpace(code)) {
      at += 1;
      code = text.charCodeAt(at);
    }
    const keys = open[open.length - 1];
    if (expected === 'end' && at === text.length) return undefined;
    if (closes(code, keys, expected)) {
      open.pop();
      path.pop();
      at += 1;
      expected = open.length === 0 ? 'end' : 'comma';
    } else if (expected === 'comma' && code === COMMA) {
      at += 1;
      expected = keys === null ? 'item' : 'name';
      if (keys === null) path[path.length - 1] = Number(path[path.length - 1]) + 1;
    } else if (expected === 'colon' && code === COLON) {
      at += 1;
      expected = 'value';
    } else if ((expected === 'name' || expected === 'first name') && code === QUOTE) {
      const end = findScalarEnd(text, at);
      if (typeof end !== 'number') return end;
      const key = readString(text, at, end);
      path[path.length - 1] = key;
      if (keys && !addKey(keys, key) && visitor.visitDuplicate(at, path)) return undefined;
      at = end;
      expected = 'colon';
    } else if (expected !== 'value' && expected !== 'item' && expected !== 'first item') {
      return createSyntaxError(text, at, expected);
    } else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      if (visitor.visitValue(at, path, open.length + 1, at)) return undefined;
      open.push(code === OPENING_BRACE ? { first: [], others: undefined } : null);
      path.push(0);
      at += 1;
      expected = code === OPENING_BRACE ? 'first name' : 'first item';
    } else {
      const end = findScalarEnd(text, at, expected);
      if (typeof end !== 'number') return end;
      if (visitor.visitValue(at, path, open.length, end)) return undefined;
      at = end;
      expected = open.length === 0 ? 'end' : 'comma';
    }
  }
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/** The keys of an object. Without a set for each object with few keys, because a text can have 100,000 of them. */
interface Keys {
  readonly first: string[];
  others: Set<string> | undefined;
}

const MAX_FIRST_KEYS = 8;

/** Returns false if the object already has the key. */
function addKey(keys: Keys, key: string): boolean {
  if (keys.others === undefined) {
    if (keys.first.includes(key)) return false;
    if (keys.first.push(key) === MAX_FIRST_KEYS) keys.others = new Set(keys.first);
    return true;
  }
  const { size } = keys.others;
  return keys.others.add(key).size > size;
}

/** Returns the text of a valid string. Parsing takes longer, and most keys have no escapes. */
function readString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? String(JSON.parse(text.slice(start, end))) : inner;
}

function closes(code: number, keys: Keys | null | undefined, expected: Expected): boolean {
  if (code === CLOSING_BRACKET) return keys === null && (expected === 'first item' || expected === 'comma');
  const isObject = keys !== null && keys !== undefined;
  return code === CLOSING_BRACE && isObject && (expected === 'first name' || expected === 'comma');
}

import { isSpace } from './members.ts';
import { findScalarEnd } from './scalar.ts';
import { createSyntaxError, type Expected, type JsonSyntaxError } from './syntax-error.ts';

/** An event of the JSON tokenizer. */
export type Step =
  /** The start of a value. `depth` counts the enclosing containers and the value itself if it is one. */
  | { readonly kind: 'value'; readonly at: number; readonly path: Path; readonly depth: number }
  /** A key that the object already has. */
  | { readonly kind: 'duplicate'; readonly at: number; readonly path: Path }
  /** A syntax error, which is the last event. */
  | JsonSyntaxError;

/** Keys and indexes from the root. The tokenizer reuses and mutates one array. */
type Path = readonly (string | number)[];

/** Tokenizes a JSON text (RFC 8259) strictly and without recursion, so that no depth overflows the stack. */
export function* tokenize(text: string): Generator<Step> {
  const path: (string | number)[] = [];
  /** For each open container: the keys so far of an object, or null for an array. */
  const open: (Keys | null)[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    at = skipSpace(text, at);
    const character = text[at];
    const names = open[open.length - 1];
    if (expected === 'end' && character === undefined) return;
    if (closes(character, names, expected)) {
      open.pop();
      path.pop();
      at += 1;
      expected = open.length === 0 ? 'end' : 'comma';
    } else if (expected === 'comma' && character === ',') {
      at += 1;
      expected = names === null ? 'item' : 'name';
      if (names === null) path[path.length - 1] = Number(path[path.length - 1]) + 1;
    } else if (expected === 'colon' && character === ':') {
      at += 1;
      expected = 'value';
    } else if ((expected === 'name' || expected === 'first name') && character === '"') {
      const end = findScalarEnd(text, at);
      if (typeof end !== 'number') return yield end;
      const name = readString(text, at, end);
      path[path.length - 1] = name;
      if (names && !addKey(names, name)) yield { kind: 'duplicate', at, path };
      at = end;
      expected = 'colon';
    } else if (expected !== 'value' && expected !== 'item' && expected !== 'first item') {
      return yield createSyntaxError(text, at, expected);
    } else if (character === '{' || character === '[') {
      yield { kind: 'value', at, path, depth: open.length + 1 };
      open.push(character === '{' ? { first: undefined, others: undefined } : null);
      path.push(0);
      at += 1;
      expected = character === '{' ? 'first name' : 'first item';
    } else {
      const end = findScalarEnd(text, at, expected);
      if (typeof end !== 'number') return yield end;
      yield { kind: 'value', at, path, depth: open.length };
      at = end;
      expected = open.length === 0 ? 'end' : 'comma';
    }
  }
}

/** The keys of an object. Without a set for each object with one key, because a text can have 100,000 of them. */
interface Keys {
  first: string | undefined;
  others: Set<string> | undefined;
}

/** Returns false if the object already has the key. */
function addKey(keys: Keys, name: string): boolean {
  if (keys.first === undefined) {
    keys.first = name;
    return true;
  }
  keys.others ??= new Set([keys.first]);
  const { size } = keys.others;
  return keys.others.add(name).size > size;
}

/** Returns the text of a valid string. Parsing takes longer, and most keys have no escapes. */
function readString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? String(JSON.parse(text.slice(start, end))) : inner;
}

function closes(character: string | undefined, names: Keys | null | undefined, expected: Expected): boolean {
  if (character === ']') return names === null && (expected === 'first item' || expected === 'comma');
  const isObject = names !== null && names !== undefined;
  return character === '}' && isObject && (expected === 'first name' || expected === 'comma');
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (isSpace(text.charCodeAt(next))) next += 1;
  return next;
}

import { isSpace } from './members.ts';
import { scalarEnd } from './scalar.ts';
import { type Expected, errorAt, type JsonSyntaxError } from './syntax-error.ts';

/** One thing met while reading a JSON text from start to end. */
export type Step =
  /** A value begins. `depth` counts the containers around it, itself included when it is one. */
  | { readonly kind: 'value'; readonly at: number; readonly path: Path; readonly depth: number }
  /** A member name that the object had before. */
  | { readonly kind: 'repeated'; readonly at: number; readonly path: Path }
  /** The text breaks the grammar; nothing follows. */
  | JsonSyntaxError;

/** Names and indexes from the root: one array, which changes from step to step. */
type Path = readonly (string | number)[];

/** Reads a JSON text (RFC 8259) strictly, step by step and without recursion, so that no depth overflows the stack. */
export function* steps(text: string): Generator<Step> {
  const path: (string | number)[] = [];
  /** For each open container: the names so far of an object, null for an array. */
  const open: (Set<string> | null)[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    at = afterSpace(text, at);
    const character = text[at];
    const names = open.at(-1);
    if (expected === 'end' && character === undefined) return;
    if (closes(character, names, expected)) {
      open.pop();
      path.pop();
      at += 1;
      expected = open.length === 0 ? 'end' : 'comma';
    } else if (expected === 'comma' && character === ',') {
      at += 1;
      expected = names === null ? 'item' : 'name';
      if (names === null) path[path.length - 1] = Number(path.at(-1)) + 1;
    } else if (expected === 'colon' && character === ':') {
      at += 1;
      expected = 'value';
    } else if ((expected === 'name' || expected === 'first name') && character === '"') {
      const end = scalarEnd(text, at);
      if (typeof end !== 'number') return yield end;
      const name = String(JSON.parse(text.slice(at, end)));
      path[path.length - 1] = name;
      if (names?.has(name)) yield { kind: 'repeated', at, path };
      names?.add(name);
      at = end;
      expected = 'colon';
    } else if (expected !== 'value' && expected !== 'item' && expected !== 'first item') {
      return yield errorAt(text, at, expected);
    } else if (character === '{' || character === '[') {
      yield { kind: 'value', at, path, depth: open.length + 1 };
      open.push(character === '{' ? new Set() : null);
      path.push(0);
      at += 1;
      expected = character === '{' ? 'first name' : 'first item';
    } else {
      const end = scalarEnd(text, at, expected);
      if (typeof end !== 'number') return yield end;
      yield { kind: 'value', at, path, depth: open.length };
      at = end;
      expected = open.length === 0 ? 'end' : 'comma';
    }
  }
}

function closes(character: string | undefined, names: Set<string> | null | undefined, expected: Expected): boolean {
  if (character === ']') return names === null && (expected === 'first item' || expected === 'comma');
  return character === '}' && names instanceof Set && (expected === 'first name' || expected === 'comma');
}

function afterSpace(text: string, at: number): number {
  let next = at;
  while (isSpace(text.charCodeAt(next))) next += 1;
  return next;
}

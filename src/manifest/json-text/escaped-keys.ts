import { countBackslashes, isSpace } from './members.ts';
import { findScalarEnd } from './scalar.ts';
import { tokenize } from './steps.ts';

/**
 * Returns whether an object in a valid JSON text has a key with an escape.
 *
 * V8 misreads such keys (https://github.com/nodejs/node/issues/63785): it compares the source of the key with the key that
 * it expects, so after an object with the key `\`, it reads `\u0061` as that key. The value then lacks the real key, and a
 * duplicate of it is not noticed. `parseByTokens` reads these texts.
 */
export function hasEscapedKey(text: string): boolean {
  // A valid text has backslashes only in strings. The loop visits each string with one once.
  for (let at = text.indexOf('\\'); at !== -1; ) {
    let end = text.indexOf('"', at);
    while (countBackslashes(text, end) % 2 === 1) end = text.indexOf('"', end + 1);
    let next = end + 1;
    while (isSpace(text.charCodeAt(next))) next += 1;
    if (text.charCodeAt(next) === COLON) return true;
    at = text.indexOf('\\', next);
  }
  return false;
}

const COLON = 58;

/** Parses a valid JSON text as JSON.parse does, but each key on its own. Takes many times as long. */
export function parseByTokens(text: string): unknown {
  let root: unknown;
  /** The current container of each depth. */
  const containers: object[] = [];
  for (const step of tokenize(text)) {
    if (step.kind !== 'value') continue;
    const { at, path } = step;
    const value = createValue(text, at);
    const parent = containers[path.length - 1];
    if (parent === undefined) root = value;
    // An assignment to the key `__proto__` would set the prototype.
    else Object.defineProperty(parent, path.at(-1) ?? '', { value, ...ORDINARY });
    if (typeof value === 'object' && value !== null) containers[path.length] = value;
  }
  return root;
}

const ORDINARY = { configurable: true, enumerable: true, writable: true };

/** Returns the scalar at an offset, or an empty container. */
function createValue(text: string, at: number): unknown {
  if (text[at] === '{') return {};
  if (text[at] === '[') return [];
  return JSON.parse(text.slice(at, Number(findScalarEnd(text, at))));
}

import { findClosingQuote, isColonNext } from './members.ts';

/**
 * Parses a JSON text as JSON.parse should.
 *
 * V8 misreads keys with escapes (https://github.com/nodejs/node/issues/63785): it compares the source of the key with the key
 * that it expects, so after an object with the key `\`, it reads `\u0061` as that key. The value then lacks the real key, and
 * a duplicate of it is not noticed. Texts from JSON.stringify and from services of the operator do not need this function:
 * they escape no letters, so only keys of quotes, backslashes, and control characters can be misread.
 *
 * @param revive as in JSON.parse; it must not depend on names, because keys with escapes have others
 * @throws SyntaxError for an invalid text
 */
export function parseJson(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  const value: unknown = JSON.parse(text, revive);
  return findEscapedKeys(text).next().done ? value : parseEscapedKeys(text, revive);
}

/**
 * Parses a valid JSON text as JSON.parse does, but each key with an escape on its own: another key without escapes takes its
 * place in the text, and is renamed in the value. Takes time in proportion to the text, several times as long as JSON.parse.
 */
function parseEscapedKeys(text: string, revive: Parameters<typeof JSON.parse>[1]): unknown {
  // A publisher who knew it could use it for another key. Browsers have randomUUID on pages with https only.
  const prefix = crypto.getRandomValues(new Uint32Array(2)).join('-');
  // One replacement for the same key in many objects, so that V8 creates one hidden class for them.
  const replacements = new Map<string, string>();
  const keys = new Map<string, string>();
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end } of findEscapedKeys(text)) {
    const escaped = text.slice(start, end);
    let replacement = replacements.get(escaped);
    if (replacement === undefined) {
      replacement = `${prefix}${keys.size}`;
      replacements.set(escaped, replacement);
      keys.set(replacement, JSON.parse(escaped));
    }
    parts.push(text.slice(copied, start), `"${replacement}"`);
    copied = end;
  }
  parts.push(text.slice(copied));
  return renameKeys(JSON.parse(parts.join(''), revive), keys);
}

/** The location of a key in a text, with its quotes. */
interface KeyLocation {
  readonly start: number;
  readonly end: number;
}

/** A valid text has backslashes only in strings. The loop visits each string with one once. */
function* findEscapedKeys(text: string): Generator<KeyLocation, undefined> {
  for (let at = text.indexOf('\\'); at !== -1; ) {
    const end = findClosingQuote(text, at) + 1;
    // No quote between the start of the string and its first backslash belongs to the string.
    if (isColonNext(text, end)) yield { start: text.lastIndexOf('"', at), end };
    at = text.indexOf('\\', end);
  }
  return undefined;
}

/**
 * Renames keys in a value, without recursion, because the value may be nested deeply.
 * @param names the new names by key
 */
function renameKeys(root: unknown, names: ReadonlyMap<string, string>): unknown {
  const top = { root };
  const open: Container[] = [top];
  const visit = (container: Container, key: string | number, child: unknown) => {
    if (typeof child !== 'object' || child === null) return;
    const renamed = Array.isArray(child) ? child : renameOwnKeys(child, names);
    if (renamed !== child) define(container, key, renamed);
    open.push(renamed);
  };
  for (let container = open.pop(); container; container = open.pop()) {
    if (Array.isArray(container)) for (let at = 0; at < container.length; at++) visit(container, at, container[at]);
    else for (const key in container) visit(container, key, container[key as keyof Container]);
  }
  return top.root;
}

type Container = object | unknown[];

/** Returns the same object if no key is renamed. */
function renameOwnKeys(object: object, names: ReadonlyMap<string, string>): object {
  if (!hasKeyOf(object, names)) return object;
  const renamed = {};
  for (const key in object) define(renamed, names.get(key) ?? key, object[key as keyof object]);
  return renamed;
}

function hasKeyOf(object: object, names: ReadonlyMap<string, string>): boolean {
  for (const key in object) if (names.has(key)) return true;
  return false;
}

function define(container: Container, key: string | number, value: unknown): void {
  if (key !== '__proto__') container[key as keyof Container] = value as never;
  // An assignment would set the prototype.
  else Object.defineProperty(container, key, { value, configurable: true, enumerable: true, writable: true });
}

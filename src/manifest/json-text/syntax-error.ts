import { printable } from '../text/excerpt.ts';

/** A JSON syntax error with its offset and its fix. */
export interface JsonSyntaxError {
  readonly kind: 'error';
  /** Offset in UTF-16 code units. */
  readonly at: number;
  readonly message: string;
  readonly hint: string;
}

/** The grammar's expectation. The first item or key of a container may also be its end. After a comma, one must follow. */
export type Expected = 'value' | 'first item' | 'item' | 'first name' | 'name' | 'colon' | 'comma' | 'end';

/** Creates the error for an unexpected token. */
export function createSyntaxError(text: string, at: number, expected: Expected): JsonSyntaxError {
  const message = `Expected ${expectations[expected]}, not ${describeToken(text, at)}.`;
  return { kind: 'error', at, message, hint: hintAt(text, at, expected) };
}

/** Creates the error for an invalid string. */
export function createStringError(
  kind: 'unterminated' | 'control character' | 'escape',
  text: string,
  at: number,
): JsonSyntaxError {
  return { kind: 'error', at, ...stringErrors[kind](text, at) };
}

const expectations: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'first item': 'a value or "]"',
  item: 'a value',
  'first name': 'a key in double quotes or "}"',
  name: 'a key in double quotes',
  colon: 'a colon',
  comma: 'a comma or the closing bracket',
  end: 'the end of the document',
};

const stringErrors = {
  unterminated: () => ({
    message: 'Unterminated string.',
    hint: 'Close it with a double quote. Within a string, write a double quote as \\".',
  }),
  'control character': (text: string, at: number) => ({
    message: `Unescaped control character ${printable(text[at] ?? '')} in a string.`,
    hint: 'Write a line break as \\n and a tab as \\t, or close the string on its line.',
  }),
  escape: (text: string, at: number) => ({
    message: `Invalid escape ${printable(text.slice(at, at + 2))} in a string.`,
    hint: 'Write a backslash as \\\\. Valid escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits.',
  }),
};

function describeToken(text: string, at: number): string {
  const word = /^(?:[\w$+.-]{1,20}|[\s\S])/u.exec(text.slice(at, at + 40))?.[0];
  if (word === undefined) return 'the end of the text';
  return word === '"' ? 'a double quote' : `"${printable(word)}"`;
}

function hintAt(text: string, at: number, expected: Expected): string {
  const rest = text.slice(at, at + 40);
  const clue = clues.find(
    ({ here, expects }) => here.test(rest) && (expects === undefined || expects.includes(expected)),
  );
  return clue?.hint ?? defaultHints[expected];
}

/** Common mistakes, most specific first. */
const clues: readonly { here: RegExp; expects?: readonly Expected[]; hint: string }[] = [
  { here: /^$/, expects: ['value'], hint: 'Write one JSON object. The document may be empty or truncated.' },
  { here: /^$/, hint: 'The document is truncated. Close every string, bracket, and brace.' },
  {
    here: /^</,
    hint: 'The document appears to be HTML or XML. Serve the manifest itself: many sites return a page for unknown paths.',
  },
  {
    here: /^[\p{Z}\u200b\u2060\ufeff]/u,
    hint: 'Replace this invisible character with a plain space, because JSON allows no other spaces.',
  },
  { here: /^(\/[/*]|#)/, hint: 'Remove the comment. JSON does not allow comments.' },
  { here: /^[}\]]/, expects: ['name', 'item'], hint: 'Remove the comma before the closing bracket.' },
  {
    here: /^,/,
    expects: ['value', 'first item', 'item', 'first name', 'name'],
    hint: 'Remove the comma without a value before it.',
  },
  { here: /^[}\]]/, expects: ['first item', 'first name', 'comma'], hint: 'Close the innermost bracket first.' },
  { here: /^[}\]]/, expects: ['end'], hint: 'Remove the bracket, or add the opening bracket that is missing.' },
  { here: /^['`‘’“”„]/u, hint: 'Use straight double quotes.' },
  { here: /^[\p{L}_$]/u, expects: ['name', 'first name'], hint: 'Enclose the key in double quotes.' },
  { here: /^(undefined|NaN|None|nil|NULL|Null|-?Infinity)\b/, hint: 'Write null, or omit the member.' },
  {
    here: /^(true|false)\b/i,
    expects: ['value', 'item', 'first item'],
    hint: 'Write true and false in lowercase.',
  },
  {
    here: /^[+.0-9-]/,
    expects: ['value', 'item', 'first item'],
    hint: 'Write a decimal number without a plus sign or leading zeros, and with digits on both sides of the point.',
  },
  { here: /^[\p{L}_$]/u, expects: ['value', 'item', 'first item'], hint: 'Enclose text in double quotes.' },
];

const defaultHints: Readonly<Record<Expected, string>> = {
  value: 'Write a string, number, true, false, null, array, or object.',
  'first item': 'Write a value, or close the array.',
  item: 'Write a value, or remove the comma before it.',
  'first name': 'Write "name": value, or close the object.',
  name: 'Write "name": value, or remove the comma before it.',
  colon: 'Put a colon between the key and its value.',
  comma: 'Put a comma between members and between items.',
  end: 'Remove the text after the JSON value.',
};

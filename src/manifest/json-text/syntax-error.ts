import { printable } from '../excerpt.ts';

/** A place where a text breaks the grammar of JSON, in words. */
export interface JsonSyntaxError {
  readonly kind: 'fault';
  /** Offset in UTF-16 code units. */
  readonly at: number;
  readonly message: string;
  readonly hint: string;
}

/** What the grammar allows at a place. The first of a container may also be its end; a comma promises another. */
export type Expected = 'value' | 'first item' | 'item' | 'first name' | 'name' | 'colon' | 'comma' | 'end';

/** What is wrong with a text at an offset where something else was expected. */
export function errorAt(text: string, at: number, expected: Expected): JsonSyntaxError {
  const message = `${expectations[expected]} is expected here, not ${found(text, at)}.`;
  return { kind: 'fault', at, message, hint: hintAt(text, at, expected) };
}

/** What is wrong inside a string. */
export function errorIn(
  part: 'open string' | 'control character' | 'escape',
  text: string,
  at: number,
): JsonSyntaxError {
  return { kind: 'fault', at, ...stringFaults[part](text, at) };
}

const expectations: Readonly<Record<Expected, string>> = {
  value: 'A value',
  'first item': 'A value or "]"',
  item: 'A value',
  'first name': 'A member name in double quotes or "}"',
  name: 'A member name in double quotes',
  colon: 'A colon',
  comma: 'A comma or the closing bracket',
  end: 'The end of the document',
};

const stringFaults = {
  'open string': () => ({
    message: 'The string that begins here has no end.',
    hint: 'Close it with a double quote; write a double quote inside it as \\".',
  }),
  'control character': (text: string, at: number) => ({
    message: `A string holds a raw control character, ${printable(text[at] ?? '')}.`,
    hint: 'Write a line break as \\n and a tab as \\t, or close the string on its line.',
  }),
  escape: (text: string, at: number) => ({
    message: `A string holds ${printable(text.slice(at, at + 2))}, which is no escape.`,
    hint: 'Write a backslash as \\\\. The escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits.',
  }),
};

function found(text: string, at: number): string {
  const word = /^(?:[\w$+.-]{1,20}|[\s\S])/u.exec(text.slice(at, at + 40))?.[0];
  if (word === undefined) return 'the end of the text';
  return word === '"' ? 'a double quote' : `"${printable(word)}"`;
}

function hintAt(text: string, at: number, expected: Expected): string {
  const rest = text.slice(at, at + 40);
  const clue = clues.find(
    ({ here, expects }) => here.test(rest) && (expects === undefined || expects.includes(expected)),
  );
  return clue?.hint ?? otherwise[expected];
}

/** What people write by mistake, most telling first. */
const clues: readonly { here: RegExp; expects?: readonly Expected[]; hint: string }[] = [
  { here: /^$/, expects: ['value'], hint: 'Write one JSON object; the document may be empty or cut off.' },
  { here: /^$/, hint: 'The document is cut off: close every string, bracket and brace that was opened.' },
  {
    here: /^</,
    hint: 'This looks like HTML or XML. Serve the manifest itself; many sites answer unknown paths with a page.',
  },
  { here: /^(\/[/*]|#)/, hint: 'JSON has no comments: remove it.' },
  { here: /^[}\]]/, expects: ['name', 'item'], hint: 'Remove the comma before the closing bracket.' },
  { here: /^,/, hint: 'Remove the comma that has nothing before it.' },
  { here: /^[}\]]/, hint: 'The brackets do not pair up: close what was opened last first.' },
  { here: /^['`‘’“”„]/u, hint: 'Use straight double quotes.' },
  { here: /^[\p{L}_$]/u, expects: ['name', 'first name'], hint: 'Put the member name in double quotes.' },
  { here: /^(undefined|NaN|None|nil|NULL|Null|-?Infinity)\b/, hint: 'Write null, or leave the member out.' },
  {
    here: /^(true|false)\b/i,
    expects: ['value', 'item', 'first item'],
    hint: 'Write true and false in small letters.',
  },
  {
    here: /^[+.0-9-]/,
    expects: ['value', 'item', 'first item'],
    hint: 'Write the number in decimal digits, without plus sign or leading zeros, with digits on both sides of the point.',
  },
  { here: /^[\p{L}_$]/u, expects: ['value', 'item', 'first item'], hint: 'Put text in double quotes.' },
];

const otherwise: Readonly<Record<Expected, string>> = {
  value: 'Write a string, number, true, false, null, array or object.',
  'first item': 'Write a value, or close the array.',
  item: 'Write a value, or remove the comma before it.',
  'first name': 'Write "name": value, or close the object.',
  name: 'Write "name": value, or remove the comma before it.',
  colon: 'Put a colon between the member name and its value.',
  comma: 'Put a comma between members and between items.',
  end: 'Remove what follows: a document is one JSON value.',
};

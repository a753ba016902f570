import { createStringError, createSyntaxError, type Expected, type JsonSyntaxError } from './syntax-error.ts';

/**
 * Returns the end of the string, number, or literal at an offset, or its syntax error. Compares character codes, because a
 * text of 1 MiB can have 500,000 numbers, and an expression for each takes several times as long.
 */
export function findScalarEnd(text: string, at: number, expected: Expected = 'value'): number | JsonSyntaxError {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return findStringEnd(text, at);
  const end = code === MINUS || isDigit(code) ? findNumberEnd(text, at) : findLiteralEnd(text, at);
  const isComplete = end !== undefined && !isWordPart(text.charCodeAt(end));
  return isComplete ? end : createSyntaxError(text, at, expected);
}

/** Returns undefined if a digit is missing. Ends after a leading zero, which no digit may follow. */
function findNumberEnd(text: string, start: number): number | undefined {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
  let end = text.charCodeAt(first) === ZERO ? first + 1 : findDigitsEnd(text, first);
  if (end !== undefined && text.charCodeAt(end) === POINT) end = findDigitsEnd(text, end + 1);
  if (end !== undefined && (text.charCodeAt(end) | LOWERCASE) === LETTER_E) {
    const sign = text.charCodeAt(end + 1);
    end = findDigitsEnd(text, sign === PLUS || sign === MINUS ? end + 2 : end + 1);
  }
  return end;
}

/** Returns undefined without a digit. */
function findDigitsEnd(text: string, start: number): number | undefined {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at === start ? undefined : at;
}

function findLiteralEnd(text: string, start: number): number | undefined {
  const literal = LITERALS.find(each => text.startsWith(each, start));
  return literal && start + literal.length;
}

const LITERALS = ['true', 'false', 'null'] as const;

function findStringEnd(text: string, start: number): number | JsonSyntaxError {
  let at = start + 1;
  for (;;) {
    while (isUnescaped(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) === QUOTE) return at + 1;
    if (text.charCodeAt(at) !== BACKSLASH)
      return at >= text.length
        ? createStringError('unterminated', text, start)
        : createStringError('control character', text, at);
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return createStringError('escape', text, at);
    at = ESCAPE.lastIndex;
  }
}

// A constant, because each evaluation of a literal creates another expression, which takes longer than a short match.
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Returns whether a UTF-16 code unit may appear unescaped in a string. False for NaN, which means the end of the text. */
function isUnescaped(code: number): boolean {
  return code >= 0x20 && code !== QUOTE && code !== BACKSLASH;
}

/** Returns whether a character after a number or a literal would continue it. */
function isWordPart(code: number): boolean {
  const letter = code | LOWERCASE;
  return (
    isDigit(code) ||
    (letter >= LETTER_A && letter <= LETTER_Z) ||
    code === UNDERSCORE ||
    code === POINT ||
    code === PLUS ||
    code === MINUS
  );
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

const QUOTE = 34;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;
const UNDERSCORE = 95;
const LETTER_A = 97;
const LETTER_E = 101;
const LETTER_Z = 122;

/** The bit that distinguishes a lowercase letter of ASCII from its uppercase letter. */
const LOWERCASE = 0x20;

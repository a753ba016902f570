import { createStringError, createSyntaxError, type Expected, type JsonSyntaxError } from './syntax-error.ts';

/** Returns the end of the string, number, or literal at an offset, or its syntax error. */
export function findScalarEnd(text: string, at: number, expected: Expected = 'value'): number | JsonSyntaxError {
  if (text[at] === '"') return findStringEnd(text, at);
  const end = matchEnd(SCALAR, text, at);
  const isComplete = end !== undefined && !WORD.test(text[end] ?? '');
  return isComplete ? end : createSyntaxError(text, at, expected);
}

// Constants, because each evaluation of a literal creates another expression, which takes longer than a short match.
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const WORD = /[\w.+-]/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function findStringEnd(text: string, start: number): number | JsonSyntaxError {
  let at = start + 1;
  for (;;) {
    while (isUnescaped(text.charCodeAt(at))) at += 1;
    if (text[at] === '"') return at + 1;
    if (text[at] !== '\\')
      return at >= text.length
        ? createStringError('unterminated', text, start)
        : createStringError('control character', text, at);
    const end = matchEnd(ESCAPE, text, at);
    if (end === undefined) return createStringError('escape', text, at);
    at = end;
  }
}

/** Returns whether a UTF-16 code unit may appear unescaped in a string. False for NaN, which means the end of the text. */
function isUnescaped(code: number): boolean {
  return code >= 0x20 && code !== 0x22 && code !== 0x5c;
}

function matchEnd(expression: RegExp, text: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : undefined;
}

import { type Expected, errorAt, errorIn, type JsonSyntaxError } from './syntax-error.ts';

/** The end of the string, number or literal that begins at an offset, or what is wrong with it. */
export function scalarEnd(text: string, at: number, expected: Expected = 'value'): number | JsonSyntaxError {
  if (text[at] === '"') return stringEnd(text, at);
  const end = matchEnd(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y, text, at);
  const complete = end !== undefined && !/[\w.+-]/.test(text[end] ?? '');
  return complete ? end : errorAt(text, at, expected);
}

function stringEnd(text: string, start: number): number | JsonSyntaxError {
  let at = start + 1;
  for (;;) {
    while (standsForItself(text.charCodeAt(at))) at += 1;
    if (text[at] === '"') return at + 1;
    if (text[at] !== '\\')
      return at >= text.length ? errorIn('open string', text, start) : errorIn('control character', text, at);
    const end = matchEnd(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y, text, at);
    if (end === undefined) return errorIn('escape', text, at);
    at = end;
  }
}

/** Whether a UTF-16 code unit may stand in a string unescaped; NaN, past the end of the text, may not. */
function standsForItself(code: number): boolean {
  return code >= 0x20 && code !== 0x22 && code !== 0x5c;
}

function matchEnd(expression: RegExp, text: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : undefined;
}

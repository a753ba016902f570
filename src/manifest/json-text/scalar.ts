import { type Expected, type Fault, faultAt, faultIn } from './fault.ts';

/** The end of the string, number or literal that begins at an offset, or what is wrong with it. */
export function scalarEnd(text: string, at: number, expected: Expected = 'value'): number | Fault {
  if (text[at] === '"') return stringEnd(text, at);
  const end = matchEnd(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y, text, at);
  const complete = end !== undefined && !/[\w.+-]/.test(text[end] ?? '');
  return complete ? end : faultAt(text, at, expected);
}

function stringEnd(text: string, start: number): number | Fault {
  let at = start + 1;
  for (;;) {
    while (standsForItself(text.charCodeAt(at))) at += 1;
    if (text[at] === '"') return at + 1;
    if (text[at] !== '\\')
      return at >= text.length ? faultIn('open string', text, start) : faultIn('control character', text, at);
    const end = matchEnd(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y, text, at);
    if (end === undefined) return faultIn('escape', text, at);
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

/** The contexts of an expression, such as `github`, `vars`, and `inputs`. */
export type Contexts = Readonly<Record<string, unknown>>;

type Value = unknown;

const TOKEN = /\s*(?:('(?:[^']|'')*')|(\d+(?:\.\d+)?)|(&&|\|\||==|!=|[!()[\],.])|([A-Za-z_][\w-]*))/y;

/**
 * Evaluates an expression of GitHub Actions: literals, properties, `!`, `==`, `!=`, `&&`, `||`, parentheses, and the
 * functions below (https://docs.github.com/en/actions/reference/workflows-and-actions/expressions).
 *
 * @param text with or without `${{ }}`
 * @throws SyntaxError for anything else
 */
export function evaluateExpression(text: string, contexts: Contexts): Value {
  const [, inner = text] = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(text) ?? [];
  const tokens = tokenize(inner);
  let at = 0;
  const value = parseOr();
  if (at < tokens.length) throw new SyntaxError(`Unexpected "${tokens[at]}" in ${inner}`);
  return value;

  function take(expected: string): boolean {
    if (tokens[at] !== expected) return false;
    at += 1;
    return true;
  }

  /** The operators return one of their operands, as in JavaScript. */
  function parseOr(): Value {
    let left = parseAnd();
    while (take('||')) {
      const right = parseAnd();
      left = isTrue(left) ? left : right;
    }
    return left;
  }

  function parseAnd(): Value {
    let left = parseEquality();
    while (take('&&')) {
      const right = parseEquality();
      left = isTrue(left) ? right : left;
    }
    return left;
  }

  function parseEquality(): Value {
    const left = parseUnary();
    if (take('==')) return isEqual(left, parseUnary());
    return take('!=') ? !isEqual(left, parseUnary()) : left;
  }

  function parseUnary(): Value {
    return take('!') ? !isTrue(parseUnary()) : parsePath();
  }

  function parsePath(): Value {
    const token = tokens[at++] ?? '';
    if (token === '(') {
      const value = parseOr();
      if (!take(')')) throw new SyntaxError(`Missing ")" in ${inner}`);
      return value;
    }
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (/^\d/.test(token)) return Number(token);
    if (token in LITERALS) return LITERALS[token];
    if (take('(')) return call(token);
    let value: Value = contexts[token];
    for (;;) {
      if (take('.')) value = getMember(value, tokens[at++] ?? '');
      else if (take('[')) {
        value = getMember(value, String(parseOr()));
        if (!take(']')) throw new SyntaxError(`Missing "]" in ${inner}`);
      } else return value ?? null;
    }
  }

  function call(name: string): Value {
    const values: Value[] = [];
    while (!take(')')) {
      values.push(parseOr());
      take(',');
    }
    const run = FUNCTIONS[name];
    if (!run) throw new SyntaxError(`Unknown function ${name} in ${inner}`);
    return run(values.map(value => (value === null ? '' : String(value))));
  }
}

/** Replaces the expressions in a text. A text that is one expression keeps its type. */
export function interpolate(text: string, contexts: Contexts): Value {
  if (/^\s*\$\{\{(?:(?!\}\}).)*\}\}\s*$/s.test(text)) return evaluateExpression(text, contexts);
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, inner) => String(evaluateExpression(inner, contexts) ?? ''));
}

/** Whether GitHub treats a value as true. */
export function isTrue(value: Value): boolean {
  return value !== false && value !== null && value !== undefined && value !== 0 && value !== '';
}

const LITERALS: Readonly<Record<string, Value>> = { true: true, false: false, null: null };

const FUNCTIONS: Readonly<Record<string, (values: readonly string[]) => Value>> = {
  format: ([text = '', ...values]) => text.replace(/\{(\d+)\}/g, (_, index) => values[Number(index)] ?? ''),
  contains: ([text = '', part = '']) => text.toLowerCase().includes(part.toLowerCase()),
  startsWith: ([text = '', part = '']) => text.toLowerCase().startsWith(part.toLowerCase()),
  endsWith: ([text = '', part = '']) => text.toLowerCase().endsWith(part.toLowerCase()),
  // A simulated run is neither canceled nor failed when its conditions are evaluated.
  cancelled: () => false,
  failure: () => false,
  success: () => true,
  always: () => true,
};

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw new SyntaxError(`Unexpected "${text.slice(start)}"`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

/** Compares without case, and values of different types as numbers. */
function isEqual(left: Value, right: Value): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left.toLowerCase() === right.toLowerCase();
  if (typeof left === typeof right) return left === right;
  return toNumber(left) === toNumber(right);
}

function toNumber(value: Value): number {
  if (value === null || value === undefined || value === '') return 0;
  return typeof value === 'object' ? Number.NaN : Number(value);
}

function getMember(value: Value, name: string): Value {
  return (value as Readonly<Record<string, Value>> | null | undefined)?.[name] ?? null;
}

import { codePoints, isOfType, type Schema, typesOf } from './schema.ts';

/** The keywords that say something about a value itself, not about its members. */
export type Keyword =
  | 'type'
  | 'const'
  | 'enum'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'minimum'
  | 'maximum'
  | 'minItems';

/** The first keyword of a schema that a value breaks, looking at the value itself only. */
export function brokenKeyword(schema: Schema, value: unknown): Keyword | undefined {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some(type => isOfType(value, type))) return 'type';
  if (schema.const !== undefined && value !== schema.const) return 'const';
  if (schema.enum !== undefined && !schema.enum.includes(value)) return 'enum';
  if (typeof value === 'string') return brokenByText(schema, value);
  if (typeof value === 'number') return brokenByNumber(schema, value);
  if (Array.isArray(value) && schema.minItems !== undefined && value.length < schema.minItems) return 'minItems';
  return undefined;
}

function brokenByText({ minLength, maxLength, pattern }: Schema, text: string): Keyword | undefined {
  if (minLength !== undefined && codePoints(text) < minLength) return 'minLength';
  if (maxLength !== undefined && codePoints(text) > maxLength) return 'maxLength';
  if (pattern !== undefined && !regularExpression(pattern).test(text)) return 'pattern';
  return undefined;
}

function brokenByNumber({ minimum, maximum }: Schema, number: number): Keyword | undefined {
  if (minimum !== undefined && number < minimum) return 'minimum';
  if (maximum !== undefined && number > maximum) return 'maximum';
  return undefined;
}

const regularExpressions = new Map<string, RegExp>();

function regularExpression(pattern: string): RegExp {
  let expression = regularExpressions.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(pattern, 'u');
    regularExpressions.set(pattern, expression);
  }
  return expression;
}

import { codePoints, isOfType, type Schema, type TypeName, typesOf } from './schema.ts';

/** Whether a JSON value keeps some rule. */
export type Check = (value: unknown) => boolean;

/** The keywords that say something about a value itself, not about what it contains. */
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
  return keywordChecks(schema).find(([, check]) => !check(value))?.[0];
}

/** The checks of a schema's own keywords. Each lets values of types that it does not concern pass. */
export function keywordChecks(schema: Schema): [Keyword, Check][] {
  const { const: only, enum: allowed, minItems } = schema;
  const types = typesOf(schema);
  const checks: [Keyword, Check][] = [];
  if (types.length > 0) checks.push(['type', typeCheck(types)]);
  if (only !== undefined) checks.push(['const', value => value === only]);
  if (allowed !== undefined) checks.push(['enum', value => allowed.includes(value)]);
  if (minItems !== undefined) checks.push(['minItems', value => !Array.isArray(value) || value.length >= minItems]);
  return [...checks, ...textChecks(schema), ...numberChecks(schema)];
}

/** Written out for the types that most members have, which makes explaining a large manifest twice as fast. */
function typeCheck(types: readonly TypeName[]): Check {
  const [type] = types;
  if (types.length > 1 || type === undefined) return value => types.some(each => isOfType(value, each));
  if (type === 'string' || type === 'boolean') return value => typeof value === type;
  return value => isOfType(value, type);
}

function textChecks({ minLength, maxLength, pattern }: Schema): [Keyword, Check][] {
  const checks: [Keyword, (text: string) => boolean][] = [];
  if (minLength !== undefined)
    checks.push(['minLength', text => text.length >= 2 * minLength || codePoints(text) >= minLength]);
  if (maxLength !== undefined)
    checks.push(['maxLength', text => text.length <= maxLength || codePoints(text) <= maxLength]);
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    checks.push(['pattern', text => expression.test(text)]);
  }
  return checks.map(([keyword, check]) => [keyword, value => typeof value !== 'string' || check(value)]);
}

function numberChecks({ minimum, maximum }: Schema): [Keyword, Check][] {
  const checks: [Keyword, Check][] = [];
  if (minimum !== undefined) checks.push(['minimum', value => typeof value !== 'number' || value >= minimum]);
  if (maximum !== undefined) checks.push(['maximum', value => typeof value !== 'number' || value <= maximum]);
  return checks;
}

import { codePoints, isOfType, listTypes, type Schema, type TypeName } from './schema.ts';

/** Returns whether a JSON value satisfies a rule. */
export type Check = (value: unknown) => boolean;

/** The keywords for a value itself, not for its members or items. */
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

/** Returns the first keyword of a schema that a value violates. Ignores members and items. */
export function findBrokenKeyword(schema: Schema, value: unknown): Keyword | undefined {
  return createKeywordChecks(schema).find(([, check]) => !check(value))?.[0];
}

/** Creates the checks of a schema's own keywords. A check passes for values of other types. */
export function createKeywordChecks(schema: Schema): [Keyword, Check][] {
  const { const: only, enum: allowed, minItems } = schema;
  const types = listTypes(schema);
  const checks: [Keyword, Check][] = [];
  if (types.length > 0) checks.push(['type', createTypeCheck(types)]);
  if (only !== undefined) checks.push(['const', value => value === only]);
  if (allowed !== undefined) checks.push(['enum', value => allowed.includes(value)]);
  if (minItems !== undefined) checks.push(['minItems', value => !Array.isArray(value) || value.length >= minItems]);
  return [...checks, ...createTextChecks(schema), ...createNumberChecks(schema)];
}

/** Special cases for the most common types make the explanation of a large manifest twice as fast. */
function createTypeCheck(types: readonly TypeName[]): Check {
  const [type] = types;
  if (types.length > 1 || type === undefined) return value => types.some(each => isOfType(value, each));
  if (type === 'string' || type === 'boolean') return value => typeof value === type;
  return value => isOfType(value, type);
}

function createTextChecks({ minLength, maxLength, pattern }: Schema): [Keyword, Check][] {
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

function createNumberChecks({ minimum, maximum }: Schema): [Keyword, Check][] {
  const checks: [Keyword, Check][] = [];
  if (minimum !== undefined) checks.push(['minimum', value => typeof value !== 'number' || value >= minimum]);
  if (maximum !== undefined) checks.push(['maximum', value => typeof value !== 'number' || value <= maximum]);
  return checks;
}

import { excerpt } from '#manifest/text/excerpt.ts';
import type { CallFinding } from '../finding.ts';
import { isSendableHeader } from '../plan-headers.ts';
import { findUnsafePathParameters } from '../url/fill-path.ts';
import { toText } from '../url/value-text.ts';
import type { LocatedParameter } from './located-parameter.ts';
import { hasKind, parseType } from './value-types.ts';

/** How a request uses the value of a parameter. */
interface ValueUse {
  /** Whether the value can be sent in its location (`findUnsendable`). */
  readonly isSendable: boolean;
  /** Whether the value is part of a JSON body. */
  readonly isJson: boolean;
}

/** Returns the problems of one parameter: a missing, mistyped, or unknown value, or a value that cannot be sent in its location. */
export function findValueProblems(
  parameter: LocatedParameter,
  { isSendable, isJson }: ValueUse,
): readonly CallFinding[] {
  const { name, required, value, type, in: location } = parameter;
  if (value === undefined && !required) return [];
  if (value === undefined)
    return [
      {
        parameter: name,
        code: 'missing_argument',
        severity: 'error',
        message: `Missing argument "${name}".`,
        hint: describeExpected(parameter),
      },
    ];
  const problems: CallFinding[] = [];
  const expected = findExpectedType(type, value);
  if (expected !== undefined)
    problems.push({
      parameter: name,
      code: 'wrong_type',
      severity: 'error',
      message: `Invalid value for "${name}": expected ${expected}, got ${describeValue(value)}.`,
      hint: describeExpected(parameter),
    });
  else if (isJson && isNumberText(type, value))
    problems.push({
      parameter: name,
      code: 'wrong_type',
      severity: 'warning',
      message: `The value for "${name}" is sent as a text, because a JSON number would lose digits.`,
      hint: 'Check whether the API accepts a text.',
    });
  else if (isUnsafeInteger(value) && parseType(type).includes('integer'))
    problems.push({
      parameter: name,
      code: 'wrong_type',
      severity: 'warning',
      message: `The value for "${name}" is over 2^53, so it may have lost digits: ${excerpt(value)}.`,
      hint: 'Pass the number as a text.',
    });
  const unsafeMember = typeof value === 'object' ? findUnsafeInteger(value) : undefined;
  if (unsafeMember !== undefined)
    problems.push({
      parameter: name,
      code: 'wrong_type',
      severity: 'warning',
      message: `A number in the value for "${name}" is over 2^53, so it may have lost digits: ${excerpt(unsafeMember)}.`,
      hint: 'Pass the value as JSON text.',
    });
  if (parameter.enum !== undefined && !isInEnum(value, parameter.enum) && !isDeclaredNull(value, type))
    problems.push({
      parameter: name,
      code: 'not_in_enum',
      severity: 'warning',
      message: `Unknown value for "${name}": ${excerpt(value)}.`,
      hint: `Use one of ${formatValues(parameter.enum)}.`,
    });
  if (location === 'path' && !isSendable)
    problems.push({
      parameter: name,
      code: 'invalid_path_value',
      severity: 'error',
      message: `"${name}" is part of the path, so it cannot be empty, "." or "..".`,
      hint: describeExpected(parameter),
    });
  return problems;
}

/** Returns the parameters whose values cannot be sent in their locations. */
export function findUnsendable(path: string, parameters: readonly LocatedParameter[]): ReadonlySet<LocatedParameter> {
  const inHeaders = parameters.filter(each => !isSendableHeader(each));
  const inPath = findUnsafePathParameters(path, parameters);
  return inHeaders.length === 0 ? inPath : new Set([...inPath, ...inHeaders]);
}

/** Returns the expected type if a value cannot have it. */
function findExpectedType(type: string, value: unknown): string | undefined {
  const kinds = parseType(type);
  return kinds.some(kind => hasKind(kind, value)) ? undefined : kinds.join(' or ');
}

/** Whether a value of a number is still a text, because `toJsonValue` keeps numbers that would lose digits. */
function isNumberText(type: string, value: unknown): boolean {
  const kinds = parseType(type);
  const isNumber = (kind: (typeof kinds)[number]) => kind === 'integer' || kind === 'number';
  return (
    typeof value === 'string' &&
    kinds.some(kind => isNumber(kind) && hasKind(kind, value)) &&
    !kinds.some(kind => !isNumber(kind) && hasKind(kind, value))
  );
}

/** Whether a number is too large for its digits. */
function isUnsafeInteger(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Returns the first number in a list or an object that is too large for its digits. */
function findUnsafeInteger(value: unknown): unknown {
  if (isUnsafeInteger(value)) return value;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  for (const each of Object.values(value)) {
    const found = findUnsafeInteger(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isInEnum(value: unknown, allowed: readonly unknown[]): boolean {
  const texts = new Set(allowed.map(toText));
  const items = Array.isArray(value) ? value : toText(value).split(',');
  return texts.has(toText(value)) || items.every(item => texts.has(toText(item)));
}

/** Lists of allowed values often leave out the null of a nullable type. */
function isDeclaredNull(value: unknown, type: string): boolean {
  return value === null && parseType(type).includes('null');
}

function describeExpected({ name, example, enum: allowed, type, description }: LocatedParameter): string {
  if (allowed !== undefined) return `Use one of ${formatValues(allowed)}.`;
  if (example !== undefined) return `Use a value such as ${excerpt(example)}.`;
  return type === 'unknown' || description === '' ? `Add a value for "${name}".` : `Use a value of type ${type}.`;
}

const MAX_VALUES = 12;

function formatValues(values: readonly unknown[]): string {
  const rest = values.length - MAX_VALUES;
  return `${values.slice(0, MAX_VALUES).map(excerpt).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return excerpt(value);
}

import { excerpt } from '#manifest/excerpt.ts';
import { toBytes } from '../body/to-bytes.ts';
import type { CallFinding } from '../finding.ts';
import { findUnsafePathParameters } from '../url/fill-path.ts';
import { formatPathStyle } from '../url/path-styles.ts';
import { formatContent, isRecord, toText } from '../url/value-text.ts';
import type { LocatedParameter } from './located-parameter.ts';

/**
 * Returns the problems of one parameter: a missing, mistyped, or unknown value, or a value that cannot be sent in its location.
 *
 * @param isSendable whether `findUnsendable` does not contain the parameter
 */
export function findValueProblems(parameter: LocatedParameter, isSendable: boolean): readonly CallFinding[] {
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
  if (parameter.enum !== undefined && !isInEnum(value, parameter.enum))
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
  if (location === 'header' && !isSendable)
    problems.push({
      parameter: name,
      code: 'invalid_header_value',
      severity: 'error',
      message: `"${name}" is a header, so it cannot contain line breaks or control characters.`,
      hint: 'Remove them. The plan omits the header.',
    });
  return problems;
}

/** Returns the parameters whose values cannot be sent in their locations. */
export function findUnsendable(path: string, parameters: readonly LocatedParameter[]): ReadonlySet<LocatedParameter> {
  const broken = parameters.filter(each => each.in === 'header' && each.value !== undefined && breaksHeader(each));
  return new Set([...findUnsafePathParameters(path, parameters), ...broken]);
}

function breaksHeader(parameter: LocatedParameter): boolean {
  const { value, content_type } = parameter;
  const text =
    content_type === undefined ? formatPathStyle(value, parameter, each => each) : formatContent(value, content_type);
  return HEADER_BREAK.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the expression looks for.
const HEADER_BREAK = /[\0-\x08\x0a-\x1f\x7f]/;

/** Returns the expected type if a value cannot have it. Types are free text, so unknown ones accept any value. */
function findExpectedType(type: string, value: unknown): string | undefined {
  const kinds = type
    .toLowerCase()
    .split(/\s*(?:\bor\b|\||,)\s*/)
    .map(getKind);
  return kinds.some(kind => kind === undefined || matches(kind, value)) ? undefined : kinds.join(' or ');
}

type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'file' | 'null';

function getKind(type: string): Kind | undefined {
  if (/^(array|list)\b|\[\]$/.test(type)) return 'array';
  if (/^(object|map|dict|dictionary|record)$/.test(type)) return 'object';
  if (/^(integer|int|int32|int64|long)$/.test(type)) return 'integer';
  if (/^(number|float|double|decimal)$/.test(type)) return 'number';
  if (/^bool(ean)?$/.test(type)) return 'boolean';
  if (/^(string|text)$/.test(type)) return 'string';
  if (type === 'null') return 'null';
  return type === 'file' || type === 'binary' ? 'file' : undefined;
}

/** Texts in the notation of a type are accepted, because agents and forms send texts. */
function matches(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value) || (isText(value) && /^[+-]?\d+$/.test(value));
    case 'number':
      return (
        typeof value === 'number' ||
        typeof value === 'bigint' ||
        (isText(value) && value !== '' && !Number.isNaN(Number(value)))
      );
    case 'boolean':
      return typeof value === 'boolean' || value === 'true' || value === 'false';
    case 'array':
      return Array.isArray(value) || (isText(value) && /^\[.*\]$/s.test(value));
    case 'object':
      return isRecord(value) || (isText(value) && /^\{.*\}$/s.test(value));
    case 'string':
      return typeof value !== 'object' || value instanceof Date;
    case 'null':
      return value === null;
    case 'file':
      return isText(value) || toBytes(value) !== undefined || isRecord(value);
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isInEnum(value: unknown, allowed: readonly unknown[]): boolean {
  const texts = new Set(allowed.map(toText));
  const items = Array.isArray(value) ? value : toText(value).split(',');
  return texts.has(toText(value)) || items.every(item => texts.has(toText(item)));
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

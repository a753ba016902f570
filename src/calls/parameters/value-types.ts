import { toBytes } from '../body/to-bytes.ts';
import { isRecord } from '../url/value-text.ts';

/** The kinds of values that a type names. */
export type ValueKind = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'file' | 'null';

/** Reads a type, which is free text: `integer`, `array of string`, or `string or null`. Undefined for an unknown kind. */
export function parseType(type: string): readonly (ValueKind | undefined)[] {
  const known = kindsByType.get(type);
  if (known !== undefined) return known;
  const kinds = type
    .toLowerCase()
    // Starts only before a run of white space: a text of a publisher can have a million spaces.
    .split(/(?:(?<!\s)\s+)?(?:\bor\b|\||,)\s*/)
    .map(parseKind);
  if (kindsByType.size < MAX_CACHED_TYPES && type.length <= MAX_CACHED_LENGTH) kindsByType.set(type, kinds);
  return kinds;
}

/** Nearly all parameters have one of a few types, and a plan needs the kinds of each several times. */
const kindsByType = new Map<string, readonly (ValueKind | undefined)[]>();
const MAX_CACHED_TYPES = 200;
const MAX_CACHED_LENGTH = 40;

function parseKind(type: string): ValueKind | undefined {
  if (/^(array|list)\b|\[\]$/.test(type)) return 'array';
  if (/^(object|map|dict|dictionary|record)$/.test(type)) return 'object';
  if (/^(integer|int|int32|int64|long)$/.test(type)) return 'integer';
  if (/^(number|float|double|decimal)$/.test(type)) return 'number';
  if (/^bool(ean)?$/.test(type)) return 'boolean';
  if (/^(string|text)$/.test(type)) return 'string';
  if (type === 'null') return 'null';
  return type === 'file' || type === 'binary' ? 'file' : undefined;
}

/** Returns whether a value has a kind. Texts in the notation of a kind have it, because agents and forms send texts. */
export function hasKind(kind: ValueKind | undefined, value: unknown): boolean {
  switch (kind) {
    case undefined:
      return true;
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value) || (isText(value) && /^[+-]?\d+$/.test(value));
    case 'number':
      return typeof value === 'bigint' || Number.isFinite(value) || (isText(value) && DECIMAL.test(value));
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

// Only one way to match digits, because a text can have a million of them.
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

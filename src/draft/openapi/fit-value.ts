import { isObject } from '#manifest/json-object.ts';
/**
 * Converts an example or default to the type of its parameter. Documents often give the text of a list, one of its items, or a
 * number as text. Returns undefined for a value that the type excludes, because a call with it would be rejected.
 *
 * @param type a type from `describeType`, such as `array of integer`
 */
export function fitValue(value: unknown, type: string): unknown {
  if (value === undefined || value === null) return undefined;
  if (type.startsWith('array')) return fitList(value, type.slice('array of '.length));
  switch (type) {
    case 'string':
      return typeof value === 'object' ? undefined : String(value);
    case 'integer':
    case 'number':
      return fitNumber(value);
    case 'boolean':
      return typeof value === 'boolean' ? value : parseBoolean(value);
    case 'object':
      return isObject(value) ? value : parseAs(value, isObject);
    default:
      return value;
  }
}

function fitList(value: unknown, itemType: string): unknown {
  const items = Array.isArray(value) ? value : (parseAs(value, Array.isArray) ?? splitItems(value));
  const fitted = items.map(item => fitValue(item, itemType));
  return fitted.includes(undefined) ? undefined : fitted;
}

/** A text with commas but without spaces after them is a list as requests send it. */
function splitItems(value: unknown): readonly unknown[] {
  return typeof value === 'string' && !/,\s/.test(value) ? value.split(',') : [value];
}

function fitNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function parseBoolean(value: unknown): boolean | undefined {
  return value === 'true' || value === 'false' ? value === 'true' : undefined;
}

/** Parses a JSON text. Returns undefined for other texts, and for a value of another type. */
export function parseAs<T>(value: unknown, isExpected: (value: unknown) => value is T): T | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isExpected(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

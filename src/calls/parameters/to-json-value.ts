import { hasKind, parseType } from './value-types.ts';

/**
 * Returns a value as JSON has it for a declared type: the text `5` for an integer is a number, and the number 5 for a string is
 * a text. Keeps texts of numbers that would lose digits, and all values of unknown types.
 */
export function toJsonValue(value: unknown, type: string): unknown {
  const kinds = parseType(type);
  if (kinds.includes(undefined) || kinds.includes('file')) return value;
  if (Array.isArray(value)) {
    const itemType = findItemType(type);
    return itemType === undefined ? value : value.map(item => toJsonValue(item, itemType));
  }
  if (typeof value === 'string') {
    if (kinds.includes('string')) return value;
    if (kinds.includes('boolean') && hasKind('boolean', value)) return value === 'true';
    const isNumber = kinds.some(kind => (kind === 'integer' || kind === 'number') && hasKind(kind, value));
    return isNumber && isExact(value) ? Number(value) : value;
  }
  const isScalar = ['number', 'bigint', 'boolean'].includes(typeof value);
  const isText = kinds.includes('string') && !kinds.some(kind => kind !== 'string' && hasKind(kind, value));
  return isScalar && isText ? String(value) : value;
}

/** Returns whether a text of a number has a JSON number with the same digits. */
function isExact(text: string): boolean {
  const value = Number(text);
  if (/^[+-]?\d+$/.test(text)) return Number.isSafeInteger(value);
  const digits = text.replace(/e.*$/i, '').replace(/^[+-]?0*|\./g, '');
  return Number.isFinite(value) && (digits.length <= MAX_EXACT_DIGITS || String(value) === text);
}

/** A number with at most this many digits keeps all of them. */
const MAX_EXACT_DIGITS = 15;

/** No known manifest has a type of half this length. */
const MAX_TYPE_LENGTH = 200;

function findItemType(type: string): string | undefined {
  // Each item of a list parses its type again.
  if (type.length > MAX_TYPE_LENGTH || parseType(type).length > 1) return undefined;
  const [, item] = /^(?:array|list)(?: of |<)(.+?)s?>?$/i.exec(type) ?? /^(.+)\[\]$/.exec(type) ?? [];
  return item;
}

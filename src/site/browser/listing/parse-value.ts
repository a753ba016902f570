import type { PlacedParameter } from '#calls/parameters/located-parameter.ts';
import { parseExactJsonValue } from '#calls/parameters/parse-json-value.ts';

/**
 * Parses the text of a field as its declared type. The plan converts most texts itself: it keeps numbers as the reader wrote
 * them, such as `1.10`, and converts them in JSON. It can explain a text that does not have the type.
 */
export function parseValue(text: string, { in: location, type }: Pick<PlacedParameter, 'in' | 'type'>): unknown {
  if (location !== 'body') return text;
  if (/^integer/i.test(type) && /^-?[1-9]\d{15,}$/.test(text)) return BigInt(text);
  const isJson = /^(any|json|mixed)$/i.test(type) || (/\bnull\b/i.test(type) && text === 'null');
  const value = isJson ? parseExactJsonValue(text) : undefined;
  return value === undefined ? text : value;
}

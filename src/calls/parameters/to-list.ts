import { toText } from '../url/value-text.ts';
import type { PlacedParameter } from './located-parameter.ts';
import { hasKind, parseType } from './value-types.ts';

/**
 * Returns a value of a list parameter as a list. People write one item, or all items as one text: `a,b`. Other values stay as
 * they are.
 */
export function toList(value: unknown, parameter: PlacedParameter): unknown {
  if (value === undefined || value === null || Array.isArray(value) || parameter.content_type !== undefined)
    return value;
  const kinds = parseType(parameter.type);
  if (!kinds.includes('array') || kinds.some(kind => hasKind(kind, value))) return value;
  return typeof value === 'string' ? splitItems(value, parameter) : [value];
}

function splitItems(text: string, parameter: PlacedParameter): readonly string[] {
  const allowed = new Set(parameter.enum?.map(toText));
  const items = text.split(DELIMITERS.get(parameter.style) ?? ',').map(item => item.trim());
  const areAllowed = !allowed.has(text) && items.every(item => allowed.has(item));
  return isDelimited(parameter) || areAllowed ? items : [text];
}

/** Whether the items share one value in the request. */
function isDelimited({ in: location, style, explode }: PlacedParameter): boolean {
  if (location === 'path' || location === 'header') return true;
  const isExploded = explode ?? (style === undefined || style === 'form');
  return !isExploded && (location !== 'body' || explode === false);
}

const DELIMITERS: ReadonlyMap<PlacedParameter['style'], string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

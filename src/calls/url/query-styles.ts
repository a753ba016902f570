import type { ParameterStyle } from '#manifest/call-members.ts';
import { hasValue, isRecord, listItems, listMembers, toText } from './value-text.ts';

export interface QueryStyle {
  readonly style?: ParameterStyle | undefined;
  readonly explode?: boolean | undefined;
}

/** A name and the parts of its value before encoding. The delimiter separates several parts. */
export interface StyledPair {
  readonly name: string;
  readonly parts: readonly string[];
  /** Decoded. */
  readonly delimiter: string;
}

/**
 * Formats a parameter in a style of query strings and form bodies: `form` (the default), `spaceDelimited`, `pipeDelimited`,
 * `tabDelimited`, or `deepObject`. An empty list or object has no pairs.
 */
export function formatQueryStyle(name: string, value: unknown, { style, explode }: QueryStyle): readonly StyledPair[] {
  if (style === 'deepObject') return [...formatDeep(name, value)];
  const delimiter = DELIMITERS.get(style) ?? ',';
  // Only the form style repeats the name by default.
  const isExploded = explode ?? (style === undefined || style === 'form');
  if (Array.isArray(value)) {
    const items = listItems(value).map(toText);
    if (isExploded) return items.map(item => single(name, item));
    return items.length === 0 ? [] : [{ name, parts: items, delimiter }];
  }
  if (isRecord(value)) {
    const members = listMembers(value).map(([member, item]) => [member, toText(item)] as const);
    if (isExploded) return members.map(([member, item]) => single(member, item));
    return members.length === 0 ? [] : [{ name, parts: members.flat(), delimiter }];
  }
  return [single(name, toText(value))];
}

function single(name: string, text: string): StyledPair {
  return { name, parts: [text], delimiter: '' };
}

/** Formats nested members in brackets. OpenAPI leaves lists open; brackets with positions are what parsers accept. */
function* formatDeep(name: string, value: unknown, depth = 0): Generator<StyledPair> {
  if (depth < MAX_DEPTH && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* formatDeep(`${name}[${index}]`, item, depth + 1);
  } else if (depth < MAX_DEPTH && isRecord(value)) {
    for (const [member, item] of listMembers(value)) yield* formatDeep(`${name}[${member}]`, item, depth + 1);
  } else if (hasValue(value)) yield single(name, toText(value));
}

const MAX_DEPTH = 20;

const DELIMITERS: ReadonlyMap<ParameterStyle | undefined, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

import type { ParameterStyle } from '#manifest/call-members.ts';
import { isRecord, listItems, listMembers, toText } from './value-text.ts';

export interface PathStyle {
  readonly name: string;
  readonly style?: ParameterStyle | undefined;
  readonly explode?: boolean | undefined;
}

/**
 * Formats a value in a style of paths and headers: `simple` (the default), `label`, or `matrix`.
 *
 * @param encode encodes names, values, and delimiters that a path cannot contain
 */
export function formatPathStyle(
  value: unknown,
  { name, style, explode = false }: PathStyle,
  encode: (text: string) => string,
): string {
  const format = (item: unknown) => encode(toText(item));
  if (Array.isArray(value)) {
    const items = listItems(value).map(format);
    if (style === 'label') return `.${items.join('.')}`;
    if (style === 'matrix')
      return explode
        ? items.map(item => formatMatrix(encode(name), item)).join('')
        : formatMatrix(encode(name), items.join(','));
    const delimiter = DELIMITERS.get(style);
    return items.join(delimiter === undefined ? ',' : encode(delimiter));
  }
  if (isRecord(value)) {
    const pairs = listMembers(value).map(([member, item]) => [encode(member), format(item)] as const);
    const exploded = pairs.map(([member, item]) => `${member}=${item}`);
    if (style === 'label') return `.${explode ? exploded.join('.') : pairs.flat().join('.')}`;
    if (style === 'matrix')
      return explode
        ? pairs.map(([member, item]) => formatMatrix(member, item)).join('')
        : formatMatrix(encode(name), pairs.flat().join(','));
    return explode ? exploded.join(',') : pairs.flat().join(',');
  }
  if (style === 'label') return `.${format(value)}`;
  if (style === 'matrix') return formatMatrix(encode(name), format(value));
  return format(value);
}

/** An empty value has no equals sign (RFC 6570, section 3.2.7). */
function formatMatrix(name: string, text: string): string {
  return text === '' ? `;${name}` : `;${name}=${text}`;
}

/** The list delimiters that Swagger 2 also allows in paths and headers. */
const DELIMITERS: ReadonlyMap<ParameterStyle | undefined, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

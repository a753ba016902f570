import type { ParameterStyle } from '#manifest/call-members.ts';
import { isRecord, listMembers, toText } from './value-text.ts';

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
    const items = value.map(format);
    if (style === 'label') return `.${items.join('.')}`;
    if (style === 'matrix')
      return explode ? items.map(item => `;${encode(name)}=${item}`).join('') : `;${encode(name)}=${items.join(',')}`;
    const delimiter = DELIMITERS.get(style);
    return items.join(delimiter === undefined ? ',' : encode(delimiter));
  }
  if (isRecord(value)) {
    const pairs = listMembers(value).map(([member, item]) => [encode(member), format(item)] as const);
    const exploded = pairs.map(([member, item]) => `${member}=${item}`);
    if (style === 'label') return `.${explode ? exploded.join('.') : pairs.flat().join('.')}`;
    if (style === 'matrix')
      return explode ? exploded.map(pair => `;${pair}`).join('') : `;${encode(name)}=${pairs.flat().join(',')}`;
    return explode ? exploded.join(',') : pairs.flat().join(',');
  }
  if (style === 'label') return `.${format(value)}`;
  if (style === 'matrix') return `;${encode(name)}=${format(value)}`;
  return format(value);
}

/** The list delimiters that Swagger 2 also allows in paths and headers. */
const DELIMITERS: ReadonlyMap<ParameterStyle | undefined, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

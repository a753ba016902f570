import { getPlaceholderName, listPlaceholders, PLACEHOLDER } from '#manifest/placeholders.ts';
import type { LocatedParameter } from '../parameters/located-parameter.ts';
import { encode } from './encode.ts';
import { formatPathStyle } from './path-styles.ts';
import { formatContent } from './value-text.ts';

/** Replaces the placeholders of a path with the values of path parameters. A missing value leaves `{name}`. */
export function fillPath(path: string, byName: ReadonlyMap<string, LocatedParameter>): string {
  if (byName.size === 0) return path;
  return path.replace(PLACEHOLDER, placeholder => {
    const name = getPlaceholderName(placeholder);
    const parameter = byName.get(name);
    if (parameter?.value === undefined) return `{${name}}`;
    const { value, content_type } = parameter;
    if (content_type !== undefined) return encode(formatContent(value, content_type));
    return formatPathStyle(value, parameter, encode);
  });
}

/** Returns the path parameters by name. */
export function indexPathParameters(parameters: readonly LocatedParameter[]): ReadonlyMap<string, LocatedParameter> {
  return new Map(parameters.filter(each => each.in === 'path').map(each => [each.name, each] as const));
}

/**
 * Returns the path parameters with values that make a segment empty, `.`, or `..`, which would change the path. The finished
 * segment counts: a style adds characters, and a list or an object can be empty.
 */
export function findUnsafePathParameters(
  path: string,
  parameters: readonly LocatedParameter[],
): ReadonlySet<LocatedParameter> {
  const byName = indexPathParameters(parameters.filter(({ value }) => value !== undefined));
  const unsafe = new Set<LocatedParameter>();
  if (byName.size === 0) return unsafe;
  const [withoutQuery = ''] = path.split(/[?#]/, 1);
  for (const segment of withoutQuery.split('/')) {
    const names = listPlaceholders(`/${segment}`);
    if (names.length === 0 || !DOT_SEGMENT.test(fillPath(`/${segment}`, byName).slice(1))) continue;
    for (const name of names) {
      const parameter = byName.get(name);
      if (parameter !== undefined) unsafe.add(parameter);
    }
  }
  return unsafe;
}

const DOT_SEGMENT = /^(?:\.|%2e){0,2}$/i;

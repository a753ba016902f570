import { getPlaceholderName, listPlaceholders, PLACEHOLDER } from '#manifest/placeholders.ts';

/** A declared path with values in place of its placeholders. */
export interface FilledPath {
  /** The path with its query string and without its fragment. */
  readonly path: string;
  /** The path without the placeholders that were filled. It must not be a template. */
  readonly template: string;
  /** The names of the query parameters in the declared path. */
  readonly queryNames: ReadonlySet<string>;
  /** The names of the placeholders without a value, whose query parameters were left out. */
  readonly omitted: readonly string[];
}

/**
 * Fills the placeholders of a declared path. Leaves out query parameters without a value.
 *
 * @param values encoded
 * @returns undefined if a placeholder in the path itself has no value, or if the value would change the other segments
 */
export function fillPath(path: string, values: ReadonlyMap<string, string>): FilledPath | undefined {
  const [withoutFragment = ''] = path.split('#', 1);
  const [pathname = '', ...queries] = withoutFragment.split('?');
  const names = listPlaceholders(pathname);
  if (!names.every(name => values.has(name))) return undefined;
  const filled = fill(pathname, values);
  if (names.length > 0 && filled.split('/').some(segment => /^(\.|%2e){1,2}$/i.test(segment))) return undefined;

  const pairs = queries.join('?').split('&');
  const omitted = pairs.flatMap(listPlaceholders).filter(name => !values.has(name));
  const known = pairs.filter(pair => listPlaceholders(pair).every(name => values.has(name)));
  const query = queries.length > 0 && known.length > 0 ? `?${known.map(pair => fill(pair, values)).join('&')}` : '';
  return {
    path: filled + query,
    template: pathname.replace(PLACEHOLDER, '') + known.join('&').replace(PLACEHOLDER, ''),
    queryNames: new Set(pairs.map(pair => pair.split('=', 1)[0] ?? '')),
    omitted,
  };
}

function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PLACEHOLDER, placeholder => values.get(getPlaceholderName(placeholder)) ?? '');
}

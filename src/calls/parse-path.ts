/** The path of a call, as the caller wrote it. */
export interface ParsedPath {
  /** The path from its first slash, with its query string. */
  readonly path: string;
  /** The parameters in its query string, by name. A repeated one is a list. */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Parses a path as callers write it: as the manifest declares it, as a full URL of this origin, without its first slash,
 * or with values in its query string.
 */
export function parsePath(text: string, origin: string): ParsedPath {
  const [authority = ''] = /^https?:\/\/[^/?#]*/i.exec(text) ?? [];
  // The host of a URL is case-insensitive, and a URL can name the default port.
  const isOfOrigin = authority !== '' && URL.parse(authority)?.origin === origin;
  const relative = isOfOrigin ? text.slice(authority.length) : text;
  const path = relative.startsWith('/') ? relative : `/${relative}`;
  const [withoutFragment = ''] = path.split('#', 1);
  const query = withoutFragment.slice(withoutFragment.indexOf('?') + 1);
  if (query === withoutFragment) return { path, values: {} };
  return { path, values: parsePairs(query) };
}

/** Parses the names and values of a query string or a form. A repeated name has a list. */
export function parsePairs(text: string): ParsedPath['values'] {
  const texts = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    // A name in braces is an unfilled placeholder, and an object in JSON is a value.
    if (/^\{[^{}":]+\}$/.test(value)) continue;
    const known = texts.get(name);
    if (known === undefined) texts.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries([...texts].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]));
}

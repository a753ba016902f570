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
  const relative = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text;
  const path = relative.startsWith('/') ? relative : `/${relative}`;
  const [withoutFragment = ''] = path.split('#', 1);
  const query = withoutFragment.slice(withoutFragment.indexOf('?') + 1);
  if (query === withoutFragment) return { path, values: {} };
  // A value in braces is an unfilled placeholder.
  const members = [...new URLSearchParams(query)].filter(([, value]) => !/^\{.*\}$/.test(value));
  const values = [...new Set(members.map(([name]) => name))].map(name => {
    const texts = members.filter(([each]) => each === name).map(([, value]) => value);
    return [name, texts.length === 1 ? (texts[0] ?? '') : texts] as const;
  });
  return { path, values: Object.fromEntries(values) };
}

/** The path of a call as somebody wrote it. */
export interface ParsedPath {
  /** From the first slash on, with its query if it has one. */
  readonly path: string;
  /** What its query gives for parameters, by name. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Reads a path as callers write it: as the manifest declares it, as the whole address of a call to this origin, without
 * its first slash, or with values in its query.
 */
export function parsePath(text: string, origin: string): ParsedPath {
  const own = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text;
  const path = own.startsWith('/') ? own : `/${own}`;
  const [withoutFragment = ''] = path.split('#', 1);
  const query = withoutFragment.slice(withoutFragment.indexOf('?') + 1);
  if (query === withoutFragment) return { path, values: {} };
  // A value in braces is a placeholder that was left as it is.
  const members = [...new URLSearchParams(query)].filter(([, value]) => !/^\{.*\}$/.test(value));
  return { path, values: Object.fromEntries(members) };
}

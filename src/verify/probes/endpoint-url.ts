/**
 * Returns the URL of a declared endpoint: the origin followed by the path. The URL never leaves the origin.
 *
 * Drops a fragment and percent-encodes characters such as spaces. `..` and backslashes cannot change the host, because
 * the host ends before the path begins.
 *
 * @param origin scheme, host, and port, without a trailing slash
 * @param path the path as the manifest declares it
 * @returns undefined if the path does not give a valid URL of this origin
 */
export function toEndpointUrl(origin: string, path: string): string | undefined {
  if (!path.startsWith('/')) return undefined;
  const url = URL.parse(origin + path);
  if (url === null || url.origin !== new URL(origin).origin) return undefined;
  url.hash = '';
  return url.href.length <= MAX_URL_LENGTH ? url.href : undefined;
}

/** The limit of the fetcher. */
export const MAX_URL_LENGTH = 2048;

/**
 * Returns whether a path has placeholders: `{id}`, `<id>`, `*`, a segment `[id]`, or `:id` at the start of a segment or a
 * query value, or after a dot or a hyphen. A colon within a segment and brackets in a query string are literal:
 * `/v1/things:list?filter[a]=b`.
 */
export function isTemplate(path: string): boolean {
  return /[{}<>*]|%7B|%7D|%3C|%3E|(?<=\/)\[[^\]/]+\]|(?<=[/=.-]):[A-Za-z_]/i.test(path);
}

/** Returns the segments of a declared path, without its query string and fragment. */
export function splitPath(path: string): readonly string[] {
  const [withoutQuery = ''] = path.split(/[?#]/, 1);
  return withoutQuery.split('/').slice(1);
}

/**
 * The address of a declared endpoint: the origin with the path appended, never anything beyond the origin.
 *
 * A fragment is dropped, because it is never sent; spaces and the like are percent-encoded; `..` and backslashes stay
 * below the origin, because the host has ended before the path begins.
 *
 * @param origin scheme, host and port, without a trailing slash
 * @param path as the manifest declares it
 * @returns the address, or undefined when the path leads to none on this origin
 */
export function toEndpointUrl(origin: string, path: string): string | undefined {
  if (!path.startsWith('/')) return undefined;
  const url = URL.parse(origin + path);
  if (url === null || url.origin !== new URL(origin).origin) return undefined;
  url.hash = '';
  return url.href.length <= LONGEST_ADDRESS ? url.href : undefined;
}

/** The fetcher asks no longer ones. */
const LONGEST_ADDRESS = 2048;

/**
 * Whether a path has places to fill in: `{id}`, `<id>`, `*`, a segment `[id]`, or `:id` at the start of a segment or query value.
 * A colon inside a segment is none, nor are brackets in a query: `/v1/things:list?filter[a]=b` is an address as it stands.
 */
export function isTemplate(path: string): boolean {
  return /[{}<>*]|%7B|%7D|%3C|%3E|(?<=\/)\[[^\]/]+\]|(?<=[/=-]):[A-Za-z_]/i.test(path);
}

/** Returns the path of the part of the site that a page belongs to: `/docs/` for its first page, and `/docs/…` for all others. */
export function getSection(path: string): string {
  const [first = '/'] = /^\/[^/]*\/?/.exec(path) ?? [];
  return first === path ? path : `${first}…`;
}

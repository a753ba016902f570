/** Returns the URL of this page with a query. */
export function toHref(search: URLSearchParams): string {
  return search.size > 0 ? `?${search}` : location.pathname;
}

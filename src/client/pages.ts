import { RegistryError } from './registry-error.ts';
import { type Connection, parseJson, type RequestOptions, sendRequest } from './send-request.ts';
import type { ListListingsResponse } from './types.ts';

/** The members of a page of listings that callers read. */
export const PAGE = ['data.listings[]', 'meta.links'];

/**
 * Fetches a page of listings and all pages after it.
 * @param path the path and query string of the first page
 * @throws RegistryError if the registry rejects a request, returns something else, or links to a page again
 */
export async function* iteratePages(
  connection: Connection,
  path: string,
  { signal, timeoutMs }: Pick<RequestOptions, 'signal' | 'timeoutMs'> = {},
): AsyncGenerator<ListListingsResponse, void, undefined> {
  const paths = new Set<string>();
  for (let next: string | undefined = path; next !== undefined; ) {
    if (paths.has(next)) throw new RegistryError(`${connection.base} returned the same page again.`);
    paths.add(next);
    const response = await sendRequest(connection, { path: next, signal, timeoutMs });
    const page: ListListingsResponse = await parseJson(connection, response, { members: PAGE, signal });
    yield page;
    next = page.meta.links.next === null ? undefined : toPath(page.meta.links.next, connection);
  }
}

/** Returns the path and query string of the link to a page, which the client requests from its own registry URL. */
function toPath(link: string, { base }: Connection): string {
  const url = URL.parse(link);
  if (!url) throw new RegistryError(`${base} is not a registry: the link to the next page is not a URL.`);
  return url.pathname.slice(Math.max(0, url.pathname.lastIndexOf('/listings'))) + url.search;
}

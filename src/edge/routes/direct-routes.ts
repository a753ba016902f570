import type { Body } from '../catalog/catalog.ts';
import type { EdgeContext } from '../context.ts';
import { joined, linkHeader } from '../http/collection.ts';
import { FRESH } from '../http/response.ts';
import { checkUrlSyntax } from '../http/url-syntax.ts';
import { tagOf } from '../middleware/conditional.ts';
import { allowOtherOrigins } from '../middleware/cross-origin.ts';
import { securityHeaders } from '../middleware/security-headers.ts';
import { surfacePath } from '../surfaces.ts';
import { listingsPage } from './listings.ts';

/** A successful response to GET in the form in which hosts send it, without objects of the Fetch API. */
export interface DirectResponse {
  /** Alternating names in lowercase and values, in alphabetical order, without Content-Length. */
  readonly headers: readonly string[];
  readonly body: Body;
  readonly tag: string;
}

/**
 * Returns the response to a GET request. Undefined if the request needs the whole application: for other routes, and for
 * every error.
 */
export type DirectRoutes = (url: URL) => Promise<DirectResponse | undefined> | undefined;

/**
 * Creates the direct responses of the most frequent routes, whose result depends on the URL only. They equal the responses
 * of the application, and take about a third of the time, most of which is objects of the Fetch API.
 */
export function createDirectRoutes({ addresses, catalog, digest }: EdgeContext): DirectRoutes {
  const pathOf = surfacePath(addresses);
  const { registry } = addresses;
  const headersOf = createHeaders(registry);

  async function toResponse(body: Body, link?: string): Promise<DirectResponse> {
    const tag = await tagOf(body, digest);
    return { headers: headersOf(tag, link), body, tag };
  }

  async function listings(search: URLSearchParams): Promise<DirectResponse> {
    const { pieces, links } = await listingsPage(search, await catalog(), registry);
    return toResponse(joined(pieces), linkHeader(links));
  }

  async function listing(id: string): Promise<DirectResponse | undefined> {
    const body = await (await catalog()).listing(id);
    return body === undefined ? undefined : toResponse(body);
  }

  async function attempt<T>(url: URL, respond: () => Promise<T>): Promise<T | undefined> {
    try {
      checkUrlSyntax(url.href);
      return await respond();
    } catch {
      // The application fails the same way, and reports it.
      return undefined;
    }
  }

  return url => {
    const path = pathOf(url);
    if (path === '/listings') return attempt(url, () => listings(url.searchParams));
    const [, id] = LISTING.exec(path) ?? [];
    return id !== undefined && url.search === '' ? attempt(url, () => listing(id)) : undefined;
  };
}

/** The path of a listing, without percent-escapes and other routes. */
const LISTING = /^\/listings\/(?!submit$|.*\.json$)([\w.-]+)$/;

/** Creates the headers of a JSON response as the middleware of the application does. */
function createHeaders(registry: string): (tag: string, link: string | undefined) => string[] {
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': FRESH });
  allowOtherOrigins(headers, 'GET');
  securityHeaders(registry)(headers);
  const before = [...headers].filter(([name]) => name < 'etag').flat();
  const between = [...headers].filter(([name]) => name > 'etag' && name < 'link').flat();
  const after = [...headers].filter(([name]) => name > 'link').flat();
  return (tag, link) =>
    link === undefined
      ? [...before, 'etag', tag, ...between, ...after]
      : [...before, 'etag', tag, ...between, 'link', link, ...after];
}

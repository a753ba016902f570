import { parsePairs } from '#query/query-string.ts';
import type { Body, Catalog } from '../catalog/catalog.ts';
import type { EdgeContext } from '../context.ts';
import { linkHeader } from '../http/collection.ts';
import { tagOfPage } from '../http/page-tag.ts';
import { FRESH } from '../http/response.ts';
import { checkUrlSyntax } from '../http/url-syntax.ts';
import { whenReady } from '../http/when-ready.ts';
import { tagOf } from '../middleware/conditional.ts';
import { allowOtherOrigins } from '../middleware/cross-origin.ts';
import { securityHeaders } from '../middleware/security-headers.ts';
import { surfacePath, type TargetUrl } from '../surfaces.ts';
import { listingsPage } from './listings.ts';

/** A successful response to GET in the form in which hosts send it, without objects of the Fetch API. */
export interface DirectResponse {
  /** Alternating names in lowercase and values, in alphabetical order, without Content-Length. */
  readonly headers: readonly string[];
  readonly body: Body;
  readonly tag: string;
  /** Lets the application reuse the memory of the body. Hosts may call it once they no longer use the body. */
  readonly release?: (() => void) | undefined;
}

/**
 * Returns the response to a GET request. Undefined if the request needs the whole application: for other routes, and for
 * every error.
 */
export type DirectRoutes = (url: TargetUrl) => DirectResponse | undefined | Promise<DirectResponse | undefined>;

/**
 * Creates the direct responses of the most frequent routes, whose result depends on the URL only. They equal the responses
 * of the application, and take about a third of the time, most of which is objects of the Fetch API.
 */
export function createDirectRoutes({ addresses, catalog, digest, buffers }: EdgeContext): DirectRoutes {
  const pathOf = surfacePath(addresses);
  const { registry } = addresses;
  const headersOf = createHeaders(registry);

  function listings(search: string, current: Catalog): DirectResponse | Promise<DirectResponse> {
    return whenReady(listingsPage(parsePairs(search), current, registry), page =>
      whenReady(tagOfPage(page, digest), tag => {
        // Last, so that no body waits for its tag.
        const body = page.toBody(buffers?.take);
        const release = buffers && (() => buffers.release(body));
        return { headers: headersOf(tag, linkHeader(page.links)), body, tag, release };
      }),
    );
  }

  async function listing(id: string, current: Catalog): Promise<DirectResponse | undefined> {
    const body = await current.listing(id);
    if (body === undefined) return undefined;
    const tag = await tagOf(body, digest);
    return { headers: headersOf(tag, undefined), body, tag };
  }

  return url => {
    const path = pathOf(url);
    const id = url.search === '' ? LISTING.exec(path)?.[1] : undefined;
    if (path !== '/listings' && id === undefined) return undefined;
    try {
      checkUrlSyntax(url.href);
      const response = whenReady(catalog(), current =>
        id === undefined ? listings(url.search, current) : listing(id, current),
      );
      return response instanceof Promise ? response.catch(fail) : response;
    } catch {
      return fail();
    }
  };
}

/** The application fails the same way, and reports it. */
function fail(): undefined {
  return undefined;
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

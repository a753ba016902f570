import type { App } from '../app.ts';
import type { Addresses } from '../config.ts';
import type { RequestContext } from '../context.ts';
import { parseUrl } from '../http/plain-url.ts';
import { whenReady } from '../http/when-ready.ts';
import type { DirectResponse } from '../routes/direct-routes.ts';
import { routeNames } from '../routes/route-names.ts';
import type { TargetUrl } from '../surfaces.ts';
import { isKnown } from './conditional.ts';
import { createLogEntry, getRequestId, REQUEST_ID } from './request-log.ts';

export interface LoggedAppOptions {
  readonly addresses: Addresses;
  /** Writes one line of JSON; the argument has no line feed. Without it, requests are not logged. */
  readonly write: ((line: string) => void) | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Wraps an application: adds a request id to each response and logs the request when the response starts. For hosts that
 * cannot observe the end of a response, and so know neither its duration nor, for streams, its length.
 */
export function loggedApp(app: App, { addresses, write, now }: LoggedAppOptions): App {
  const routeOf = routeNames(addresses);
  const respond = createResponder(app);
  return {
    fetch(request, context) {
      const id = getRequestId(request.headers.get(REQUEST_ID));
      const url = parseUrl(request.url);
      if (!write) return respond(request, url, id, context);
      const startedAt = now();
      return whenReady(respond(request, url, id, context), response => {
        const length = response.headers.get('Content-Length');
        const time = now();
        const entry = {
          id,
          method: request.method,
          route: routeOf(url),
          status: response.status,
          ms: time - startedAt,
          bytes: length === null ? null : Number(length),
        };
        write(JSON.stringify(createLogEntry(entry, time)));
        return response;
      });
    },
  };
}

/** Creates a function that returns the direct response of an application if it has one, and else its whole response. */
function createResponder(app: App) {
  /** The headers that all direct responses share, because copying them is faster than setting each. */
  let shared: Headers | undefined;

  function toResponse({ headers, body, tag, release }: DirectResponse, request: Request, id: string): Response {
    shared ??= new Headers(toPairs(headers).filter(([name]) => !OWN_HEADERS.has(name)));
    const isNotModified = isKnown(request.headers.get('If-None-Match') ?? undefined, tag);
    const response = new Response(isNotModified ? null : body, {
      status: isNotModified ? 304 : 200,
      headers: shared,
    });
    release?.();
    response.headers.set(REQUEST_ID, id);
    for (const name of OWN_HEADERS) {
      const at = headers.indexOf(name);
      if (at !== -1) response.headers.set(name, headers[at + 1] ?? '');
    }
    if (isNotModified) response.headers.delete('Content-Type');
    return response;
  }

  async function respondWhole(request: Request, context: RequestContext): Promise<Response> {
    const response = await app.fetch(request, context);
    const copy = new Response(response.body, response);
    copy.headers.set(REQUEST_ID, context.requestId ?? '');
    return copy;
  }

  return (request: Request, url: TargetUrl, requestId: string, context?: RequestContext) =>
    whenReady(request.method === 'GET' ? app.direct?.(url) : undefined, direct =>
      direct ? toResponse(direct, request, requestId) : respondWhole(request, { ...context, requestId }),
    );
}

/** The headers that differ between direct responses. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['etag', 'link']);

function toPairs(headers: readonly string[]): [name: string, value: string][] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));
}

import type { App } from '../app.ts';
import type { Addresses } from '../config.ts';
import type { RequestContext } from '../context.ts';
import type { DirectResponse } from '../routes/direct-routes.ts';
import { routeNames } from '../routes/route-names.ts';
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
    async fetch(request, context = {}) {
      const startedAt = now();
      const requestId = getRequestId(request.headers.get(REQUEST_ID));
      const url = new URL(request.url);
      const response = await respond(request, url, { ...context, requestId });
      if (!write) return response;
      const length = response.headers.get('Content-Length');
      const time = now();
      const entry = {
        id: requestId,
        method: request.method,
        route: routeOf(url),
        status: response.status,
        ms: time - startedAt,
        bytes: length === null ? null : Number(length),
      };
      write(JSON.stringify(createLogEntry(entry, time)));
      return response;
    },
  };
}

/** Creates a function that returns the direct response of an application if it has one, and else its whole response. */
function createResponder(app: App) {
  /** The headers that all direct responses share, because copying them is faster than setting each. */
  let shared: Headers | undefined;

  function toResponse({ headers, body, tag }: DirectResponse, ifNoneMatch: string | null, id: string): Response {
    shared ??= new Headers(toPairs(headers).filter(([name]) => !OWN_HEADERS.has(name)));
    const isNotModified = isKnown(ifNoneMatch ?? undefined, tag);
    const response = new Response(isNotModified ? null : body, {
      status: isNotModified ? 304 : 200,
      headers: shared,
    });
    response.headers.set(REQUEST_ID, id);
    for (const name of OWN_HEADERS) {
      const at = headers.indexOf(name);
      if (at !== -1) response.headers.set(name, headers[at + 1] ?? '');
    }
    if (isNotModified) response.headers.delete('Content-Type');
    return response;
  }

  return async (
    request: Request,
    url: URL,
    context: RequestContext & { readonly requestId: string },
  ): Promise<Response> => {
    const direct = request.method === 'GET' ? await app.direct?.(url) : undefined;
    if (direct) return toResponse(direct, request.headers.get('If-None-Match'), context.requestId);
    const response = await app.fetch(request, context);
    const copy = new Response(response.body, response);
    copy.headers.set(REQUEST_ID, context.requestId);
    return copy;
  };
}

/** The headers that differ between direct responses. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['etag', 'link']);

function toPairs(headers: readonly string[]): [name: string, value: string][] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));
}

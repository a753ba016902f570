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
  return {
    async fetch(request, context = {}) {
      const startedAt = now();
      const requestId = getRequestId(request.headers.get(REQUEST_ID));
      const url = new URL(request.url);
      const response = await respond(app, request, url, { ...context, requestId });
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

/** Returns the direct response of the application if it has one, and else its response to the whole request. */
async function respond(
  app: App,
  request: Request,
  url: URL,
  context: RequestContext & { readonly requestId: string },
): Promise<Response> {
  const direct = request.method === 'GET' ? await app.direct?.(url) : undefined;
  if (direct) return toResponse(direct, request.headers.get('If-None-Match') ?? undefined, context.requestId);
  const response = await app.fetch(request, context);
  const copy = new Response(response.body, response);
  copy.headers.set(REQUEST_ID, context.requestId);
  return copy;
}

function toResponse({ headers, body, tag }: DirectResponse, ifNoneMatch: string | undefined, id: string): Response {
  const fields: [string, string][] = [[REQUEST_ID, id]];
  const isNotModified = isKnown(ifNoneMatch, tag);
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (!isNotModified || name !== 'content-type') fields.push([name, headers[at + 1] ?? '']);
  }
  return isNotModified ? new Response(null, { status: 304, headers: fields }) : new Response(body, { headers: fields });
}

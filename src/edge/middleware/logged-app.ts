import type { App } from '../app.ts';
import type { Addresses } from '../config.ts';
import { routeNames } from '../routes/route-names.ts';
import { createLogEntry, getRequestId, REQUEST_ID } from './request-log.ts';

export interface LoggedAppOptions {
  readonly addresses: Addresses;
  /** Writes one line of JSON; the argument has no line feed. */
  readonly write: (line: string) => void;
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
      const response = withId(await app.fetch(request, { ...context, requestId }), requestId);
      const length = response.headers.get('Content-Length');
      const time = now();
      const entry = {
        id: requestId,
        method: request.method,
        route: routeOf(new URL(request.url)),
        status: response.status,
        ms: time - startedAt,
        bytes: length === null ? null : Number(length),
      };
      write(JSON.stringify(createLogEntry(entry, time)));
      return response;
    },
  };
}

function withId(response: Response, id: string): Response {
  const copy = new Response(response.body, response);
  copy.headers.set(REQUEST_ID, id);
  return copy;
}

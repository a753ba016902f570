import type { App } from '../app.ts';
import type { Addresses } from '../config.ts';
import { routeNames } from '../routes/route-names.ts';
import { getRequestId, methodName, REQUEST_ID, type RequestLogEntry } from './request-log.ts';

export interface LoggedAppOptions {
  readonly addresses: Addresses;
  /** Takes one line of JSON, without its end. */
  readonly write: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * An application that names each request, answers with the name, and writes a line once the answer begins. For hosts
 * that do not tell when an answer is sent: there, neither its length nor its end is known.
 */
export function loggedApp(app: App, { addresses, write, now }: LoggedAppOptions): App {
  const routeOf = routeNames(addresses);
  return {
    async fetch(request, context = {}) {
      const begun = now();
      const requestId = getRequestId(request.headers.get(REQUEST_ID));
      const response = withId(await app.fetch(request, { ...context, requestId }), requestId);
      const length = response.headers.get('Content-Length');
      const note: RequestLogEntry = {
        time: new Date(now()).toISOString(),
        id: requestId,
        method: methodName(request.method),
        route: routeOf(new URL(request.url)),
        status: response.status,
        ms: now() - begun,
        bytes: length === null ? null : Number(length),
      };
      write(JSON.stringify(note));
      return response;
    },
  };
}

function withId(response: Response, id: string): Response {
  const answered = new Response(response.body, response);
  answered.headers.set(REQUEST_ID, id);
  return answered;
}

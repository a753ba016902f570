import type { Socket } from 'node:net';
import { createLogEntry, type RequestLogEntry } from '#edge/middleware/request-log.ts';
import type { TargetUrl } from '#edge/surfaces.ts';

/** Called for each request once its response is sent or its client has disconnected. */
export interface RequestObserver {
  /** The template of a URL's path. */
  readonly routeOf: (url: TargetUrl) => string;
  readonly onComplete: (note: RequestLogEntry) => void;
}

interface ObservedRequest {
  readonly url: TargetUrl;
  readonly id: string;
  readonly method: string;
  readonly socket: Socket;
}

/**
 * Observes a request. The route is determined on arrival, and errors of the observer never reach the server.
 * @param onError receives the errors of the observer
 * @returns a function to call with the status when the response has ended
 */
export function observeRequest(
  { url, id, method, socket }: ObservedRequest,
  observer: RequestObserver,
  onError: (error: unknown) => void,
): (status: number) => void {
  const started = performance.now();
  const written = socket.bytesWritten;
  const guarded = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      onError(error);
      return undefined;
    }
  };
  const route = guarded(() => observer.routeOf(url));
  return status => {
    if (route === undefined) return;
    guarded(() =>
      observer.onComplete(
        createLogEntry(
          { id, method, route, status, ms: performance.now() - started, bytes: socket.bytesWritten - written },
          Date.now(),
        ),
      ),
    );
  };
}

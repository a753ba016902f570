import { IncomingMessage } from 'node:http';
import type { ArrivedRequest } from '#edge/local-privileges.ts';

/** A request with the facts that the server determines once, on arrival. */
export class ReceivedRequest extends IncomingMessage {
  requestId = '';
  /** Undefined if its response is not cacheable. */
  cacheKey: string | undefined = undefined;
  /** Whether the request target was a whole URL. */
  isAbsoluteForm = false;
  /** Called when its response exists and is cached, if it is cacheable. */
  onCreated: (() => void) | undefined = undefined;
}

/** Returns what the application reads of a request besides its `Request`. */
export function toArrived({ socket, headers, httpVersion, isAbsoluteForm }: ReceivedRequest): ArrivedRequest {
  return { peer: socket.remoteAddress, host: headers.host ?? '', headers, httpVersion, isAbsoluteForm };
}

/**
 * Discards the rest of a body that the application stopped reading because it is too large. Node does so only for a body that
 * no code has started to read. Otherwise the stream of the application pauses it, the next request of the client waits
 * behind it, and the adapter closes the connection.
 */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded) return;
  incoming.removeAllListeners('data');
  incoming.resume();
}

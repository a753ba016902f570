import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The responses in flight on each connection. */
export interface OpenResponses {
  readonly inFlight: ReadonlySet<ServerResponse>;
  /** Whether the connection has had a request before. */
  hasServed(socket: object): boolean;
  /** Closes a connection as soon as no response is in flight on it. */
  closeWhenDone(socket: Socket): void;
}

/** Tracks the responses in flight of a server. Call it before the server listens. */
export function createOpenResponses(server: Server): OpenResponses {
  const inFlight = new Set<ServerResponse>();
  const counts = new WeakMap<object, number>();
  const closing = new WeakSet<object>();

  function closeIfDone(socket: Socket): void {
    if (counts.get(socket) === 0 && closing.has(socket)) socket.destroySoon();
  }

  server.prependListener('request', ({ socket }, outgoing: ServerResponse) => {
    inFlight.add(outgoing);
    counts.set(socket, (counts.get(socket) ?? 0) + 1);
    outgoing.once('close', () => {
      inFlight.delete(outgoing);
      counts.set(socket, (counts.get(socket) ?? 1) - 1);
      closeIfDone(socket);
    });
  });

  return {
    inFlight,
    hasServed: socket => counts.has(socket),
    closeWhenDone(socket) {
      closing.add(socket);
      closeIfDone(socket);
    },
  };
}

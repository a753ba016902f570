import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The responses in flight on each connection. */
export interface OpenResponses {
  readonly inFlight: ReadonlySet<ServerResponse>;
  /** Whether the connection has had a request before. */
  hasServed(socket: object): boolean;
  /**
   * Resolves when the latest request of a connection may be processed; undefined if it may be at once. A client that sends
   * many requests and reads no response would otherwise fill the memory.
   */
  waitForTurn(socket: object): Promise<void> | undefined;
  /** Closes a connection as soon as no response is in flight on it. */
  closeWhenDone(socket: Socket): void;
}

/** The maximum number of requests of a connection that are processed at once. */
const MAX_PIPELINED = 4;

/** Tracks the responses in flight of a server. Call it before the server listens. */
export function createOpenResponses(server: Server): OpenResponses {
  const inFlight = new Set<ServerResponse>();
  const counts = new WeakMap<object, number>();
  const closing = new WeakSet<object>();
  const waiting = new WeakMap<object, (() => void)[]>();

  function closeIfDone(socket: Socket): void {
    if (counts.get(socket) === 0 && closing.has(socket)) socket.destroySoon();
  }

  server.prependListener('request', ({ socket }, outgoing: ServerResponse) => {
    inFlight.add(outgoing);
    counts.set(socket, (counts.get(socket) ?? 0) + 1);
    outgoing.once('close', () => {
      inFlight.delete(outgoing);
      counts.set(socket, (counts.get(socket) ?? 1) - 1);
      waiting.get(socket)?.shift()?.();
      closeIfDone(socket);
    });
  });

  return {
    inFlight,
    hasServed: socket => counts.has(socket),
    waitForTurn(socket) {
      if ((counts.get(socket) ?? 0) <= MAX_PIPELINED) return undefined;
      const queue = waiting.get(socket) ?? [];
      waiting.set(socket, queue);
      return new Promise(resolve => queue.push(resolve));
    },
    closeWhenDone(socket) {
      closing.add(socket);
      closeIfDone(socket);
    },
  };
}

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The responses in flight on each connection. */
export interface OpenResponses {
  /** Adds a response as soon as its request arrives. */
  add(outgoing: ServerResponse): void;
  /** Whether the connection has had a request before. */
  hasServed(socket: object): boolean;
  /** Closes a connection as soon as no response is in flight on it. */
  closeWhenDone(socket: Socket): void;
}

/** Tracks the responses in flight, so that a connection closes after the last of them. */
export function createOpenResponses(): OpenResponses {
  const counts = new WeakMap<object, number>();
  const closing = new WeakSet<object>();

  function closeIfDone(socket: Socket): void {
    if (counts.get(socket) === 0 && closing.has(socket)) socket.destroySoon();
  }

  return {
    add(outgoing) {
      const { socket } = outgoing.req;
      counts.set(socket, (counts.get(socket) ?? 0) + 1);
      outgoing.once('close', () => {
        counts.set(socket, (counts.get(socket) ?? 1) - 1);
        closeIfDone(socket);
      });
    },
    hasServed: socket => counts.has(socket),
    closeWhenDone(socket) {
      closing.add(socket);
      closeIfDone(socket);
    },
  };
}

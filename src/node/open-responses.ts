import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The responses under way on each connection. */
export interface OpenResponses {
  /** Adds a response as soon as its request arrives. */
  add(outgoing: ServerResponse): void;
  /** Whether the connection has carried a request before. */
  hasCarried(socket: object): boolean;
  /** Closes a connection as soon as no response is under way on it. */
  closeWhenDone(socket: Socket): void;
}

/**
 * Ends each response with its connection. Node ends only the one whose turn it is: those of pipelined requests behind it
 * would never learn that the client left, and an event stream among them would stay open.
 */
export function createOpenResponses(): OpenResponses {
  const bySocket = new WeakMap<object, Set<ServerResponse>>();
  const closing = new WeakSet<object>();

  function responsesOn(socket: Socket): Set<ServerResponse> {
    const known = bySocket.get(socket);
    if (known) return known;
    const responses = new Set<ServerResponse>();
    bySocket.set(socket, responses);
    // After the listeners of Node, which ends the response whose turn it is.
    socket.once('close', () => setImmediate(() => responses.forEach(abandon)));
    return responses;
  }

  return {
    add(outgoing) {
      const { socket } = outgoing.req;
      const responses = responsesOn(socket);
      responses.add(outgoing);
      outgoing.once('close', () => {
        responses.delete(outgoing);
        if (responses.size === 0 && closing.has(socket)) socket.destroySoon();
      });
    },
    hasCarried: socket => bySocket.has(socket),
    closeWhenDone(socket) {
      closing.add(socket);
      if (responsesOn(socket).size === 0) socket.destroySoon();
    },
  };
}

function abandon(outgoing: ServerResponse): void {
  outgoing.destroy();
  outgoing.emit('close');
}

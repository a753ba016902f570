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

/** A connection that has had a request. */
interface Connection {
  /** The number of responses in flight. */
  open: number;
  /** Whether to close it when no response is in flight. */
  isClosing: boolean;
  /** Starts the requests that wait for a turn, in their order. */
  readonly waiting: (() => void)[];
}

/** The maximum number of requests of a connection that are processed at once. */
const MAX_PIPELINED = 4;

/** Tracks the responses in flight of a server. Call it before the server listens. */
export function createOpenResponses(server: Server): OpenResponses {
  const inFlight = new Set<ServerResponse>();
  const connections = new WeakMap<object, Connection>();

  function connectionOf(socket: object): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const connection: Connection = { open: 0, isClosing: false, waiting: [] };
    connections.set(socket, connection);
    return connection;
  }

  server.prependListener('request', ({ socket }, outgoing: ServerResponse) => {
    const connection = connectionOf(socket);
    inFlight.add(outgoing);
    connection.open += 1;
    outgoing.once('close', () => {
      inFlight.delete(outgoing);
      connection.open -= 1;
      connection.waiting.shift()?.();
      if (connection.isClosing && connection.open === 0) socket.destroySoon();
    });
  });

  return {
    inFlight,
    hasServed: socket => connections.has(socket),
    waitForTurn(socket) {
      const { open, waiting } = connectionOf(socket);
      return open <= MAX_PIPELINED ? undefined : new Promise(resolve => waiting.push(resolve));
    },
    closeWhenDone(socket) {
      const connection = connectionOf(socket);
      connection.isClosing = true;
      if (connection.open === 0) socket.destroySoon();
    },
  };
}

import { constants } from 'node:crypto';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { createGuardedLookup, type IpRule, lookupLocalhost, loopbackOnly, MAX_ATTEMPTS } from './dns/guarded-lookup.ts';
import type { Resolve } from './dns/resolve.ts';
import { FailedExchange, RejectedConnection } from './network-failure.ts';
import { isLoopbackHost, rejectHost } from './rules/host-rules.ts';

export interface ConnectionOptions {
  readonly resolve: Resolve;
  readonly ipRule: IpRule;
  /** Local mode: allows connections to loopback hosts. URL rules limit them to the origin under verification. */
  readonly local: boolean;
  /** PEM certificates to trust instead of the system's. */
  readonly ca?: string | undefined;
  /** Above this number, idle connections are closed, least recently used first. */
  readonly maxOpen?: number | undefined;
  /** How long an idle connection stays open, in milliseconds (default: 1,000). */
  readonly idleMs?: number | undefined;
}

/** Connections to untrusted hosts: one per origin, and only to checked IP addresses. */
export interface Connections {
  /** Reserves the connection of an origin for one request. An origin has one lease at a time. */
  lease(origin: string, maxBytes: number): Lease;
  /** Closes all connections. */
  close(): Promise<void>;
}

interface Lease {
  /** Sends the request. */
  readonly dispatcher: Dispatcher;
  /** The remote IP address, after the connection is open. */
  address(): string | undefined;
  isOpen(): boolean;
  end(): void;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  bytesAllowed: number;
  /** How many of the next bytes of the response are its first ones, which the parser gets at once. */
  firstBytes: number;
}

const CONNECT_MS = 5000;

/**
 * How long to wait for one of several IP addresses. The default of Node, 250 ms, is less than a round trip to the other side of
 * the earth, and so many hosts with A and AAAA records could not be reached without IPv6. A lost packet is sent again after a
 * second.
 */
const ATTEMPT_MS = CONNECT_MS / MAX_ATTEMPTS;

const DEFAULT_IDLE_MS = 1000;
const DEFAULT_MAX_OPEN = 512;
const HEADER_BYTES = 16 * 1024;

/** Creates connections, with the defaults above for missing options. */
export function createConnections(options: ConnectionOptions): Connections {
  /** Open connections by origin, the least recently used first. */
  const open = new Map<string, Connection>();
  /** The byte limit of each origin with a request in flight. */
  const leases = new Map<string, { readonly maxBytes: number }>();

  function adopt(origin: string, socket: Socket, address: string, maxBytes: number): void {
    const connection = { socket, address, bytesAllowed: socket.bytesRead + maxBytes, firstBytes: HEADER_BYTES };
    limitReads(connection);
    open.set(origin, connection);
    socket.once('close', () => {
      if (open.get(origin) === connection) open.delete(origin);
    });
    // The parser does not count chunk framing or interim responses, which a server can send endlessly.
    socket.on('readable', () => {
      if (socket.bytesRead > connection.bytesAllowed) socket.destroy(new FailedExchange('too-large'));
    });
    for (const [other, { socket: idle }] of open) {
      if (open.size <= (options.maxOpen ?? DEFAULT_MAX_OPEN)) break;
      if (!leases.has(other)) {
        open.delete(other);
        idle.destroy();
      }
    }
  }

  const connectPublic = createConnector(options, createGuardedLookup(options.resolve, options.ipRule));
  const connectLoopback = createConnector(options, lookupLocalhost);
  let isClosed = false;
  const connect: buildConnector.connector = (target, done) => {
    if (isClosed) return done(new FailedExchange('our-side'), null);
    const origin = `${target.protocol}//${target.host}`;
    const loopback = options.local && isLoopbackHost(target.hostname);
    // IP literals never reach `lookup`. The URL rules reject them first, so this is a second line of defense.
    const literal = isIP(target.hostname) && !loopback ? rejectHost(`[${target.hostname}]`) : undefined;
    if (literal) return done(new RejectedConnection(literal), null);

    (loopback ? connectLoopback : connectPublic)(target, (error, socket) => {
      if (error) return done(error, null);
      const address = socket.remoteAddress;
      const lease = leases.get(origin);
      const rejection = address && (loopback ? loopbackOnly : options.ipRule)(address);
      if (!address || !lease || rejection) {
        socket.destroy();
        return done(rejection ? new RejectedConnection(rejection) : new FailedExchange('connection-reset'), null);
      }
      adopt(origin, socket, address, lease.maxBytes);
      done(null, socket);
    });
  };

  const { idleMs = DEFAULT_IDLE_MS } = options;
  const clientOptions: Client.Options = {
    connect,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    maxHeaderSize: HEADER_BYTES,
    // The request deadline is the only timeout, because the timers of undici restart with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  };

  /** Clients with a request or a connection. The agent of undici reads all its origins when one of them disconnects. */
  const clients = new Map<string, Client>();

  function getClient(origin: string): Client {
    const known = clients.get(origin);
    if (known) return known;
    const client = new Client(origin, clientOptions);
    const forget = () => {
      if (client.stats.size === 0) clients.delete(origin);
    };
    client.on('disconnect', forget).on('connectionError', forget);
    clients.set(origin, client);
    return client;
  }

  return {
    async close() {
      isClosed = true;
      await Promise.all([...clients.values()].map(client => client.destroy()));
    },
    lease(origin, maxBytes) {
      const lease = { maxBytes };
      leases.set(origin, lease);
      const connection = open.get(origin);
      if (connection) {
        connection.bytesAllowed = connection.socket.bytesRead + maxBytes;
        connection.firstBytes = HEADER_BYTES;
        open.delete(origin);
        open.set(origin, connection);
      }
      return {
        dispatcher: getClient(origin),
        address: () => open.get(origin)?.address,
        isOpen: () => open.get(origin)?.socket.destroyed === false,
        end() {
          if (leases.get(origin) === lease) leases.delete(origin);
        },
      };
    },
  };
}

/**
 * Limits the bytes that the parser gets at once, and stops it when the socket is destroyed. undici creates an error for each
 * header beyond its limit until the parser returns: in 64 KiB, these were 10,000 errors, which took 0.5 s. The first bytes of
 * a response cannot exceed the limit.
 */
function limitReads(connection: Connection): void {
  const { socket } = connection;
  const read = socket.read.bind(socket);
  const readLimited = (): Buffer | null => {
    const size = Math.max(MAX_READ_BYTES, connection.firstBytes);
    return read(socket.readableLength > size ? size : undefined);
  };
  socket.read = () => {
    if (socket.destroyed) return null;
    let chunk = readLimited();
    while (chunk && connection.firstBytes === HEADER_BYTES && isContinue(chunk)) {
      const rest = chunk.subarray(chunk.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length);
      chunk = rest.length > 0 ? rest : readLimited();
    }
    connection.firstBytes -= chunk?.length ?? 0;
    return chunk;
  };
}

const END_OF_HEADERS = '\r\n\r\n';

/**
 * Whether the first bytes of a response are a whole `100 Continue`. Clients have to accept one that they did not expect (RFC 9110,
 * section 15.2), but undici rejects it.
 */
function isContinue(chunk: Buffer): boolean {
  return /^HTTP\/1\.[01] 100[ \r]/.test(chunk.toString('latin1', 0, 13)) && chunk.includes(END_OF_HEADERS);
}

const MAX_READ_BYTES = 4096;

function createConnector(options: ConnectionOptions, lookup: LookupFunction): buildConnector.connector {
  return buildConnector({
    lookup,
    ca: options.ca,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment cannot disable it.
    rejectUnauthorized: true,
    // A server could renegotiate until the deadline, which took half of a core.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
    allowH2: false,
    timeout: CONNECT_MS,
  });
}

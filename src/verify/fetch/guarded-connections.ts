import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { createGuardedLookup, type IpRule, lookupLocalhost, loopbackOnly } from './dns/guarded-lookup.ts';
import type { Resolve } from './dns/resolve.ts';
import { FailedExchange, RejectedConnection } from './network-failure.ts';
import { isLoopbackHost, rejectHost } from './rules/host-rules.ts';

export interface ConnectionOptions {
  readonly resolve: Resolve;
  readonly ipRule: IpRule;
  /** Local mode: loopback hosts, which only the URL of the listing's own origin can name, may be connected to. */
  readonly local: boolean;
  /** Certificates trusted instead of the system's. */
  readonly ca?: string | undefined;
  /** When there are more connections than this, idle ones are closed, the least recently used first. */
  readonly mostOpen?: number | undefined;
}

/** Connections to strangers: one per origin, and to checked addresses only. */
export interface Connections {
  readonly agent: Agent;
  /** Takes the connection to an origin for one request; there is one lease of an origin at a time. */
  lease(origin: string, mostBytes: number): Lease;
}

interface Lease {
  /** The IP address on the other end, once connected. */
  address(): string | undefined;
  isOpen(): boolean;
  end(): void;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  bytesAllowed: number;
}

const CONNECT_MS = 5000;
const IDLE_MS = 1000;
const MOST_OPEN = 512;
const HEADER_BYTES = 16 * 1024;

export function createConnections(options: ConnectionOptions): Connections {
  /** Open connections by origin, the least recently used first. */
  const open = new Map<string, Connection>();
  /** What each origin that is being asked may send. */
  const leases = new Map<string, { readonly mostBytes: number }>();

  function adopt(origin: string, socket: Socket, address: string, mostBytes: number): void {
    const connection = { socket, address, bytesAllowed: socket.bytesRead + mostBytes };
    open.set(origin, connection);
    socket.once('close', () => {
      if (open.get(origin) === connection) open.delete(origin);
    });
    // The parser counts neither chunk framing nor interim responses, which a server may send without end.
    socket.on('readable', () => {
      if (socket.bytesRead > connection.bytesAllowed) socket.destroy(new FailedExchange('too-large'));
    });
    for (const [other, { socket: idle }] of open) {
      if (open.size <= (options.mostOpen ?? MOST_OPEN)) break;
      if (!leases.has(other)) {
        open.delete(other);
        idle.destroy();
      }
    }
  }

  const publicly = connector(options, createGuardedLookup(options.resolve, options.ipRule));
  const locally = connector(options, lookupLocalhost);
  const connect: buildConnector.connector = (target, done) => {
    const origin = `${target.protocol}//${target.host}`;
    const loopback = options.local && isLoopbackHost(target.hostname);
    // A literal never reaches `lookup`; the URL rules refuse it already, and this holds if they ever should not.
    const refusal = isIP(target.hostname) && !loopback ? rejectHost(`[${target.hostname}]`) : undefined;
    if (refusal) return done(new RejectedConnection(refusal), null);

    (loopback ? locally : publicly)(target, (error, socket) => {
      if (error) return done(error, null);
      const address = socket.remoteAddress;
      const lease = leases.get(origin);
      const refused = address && (loopback ? loopbackOnly : options.ipRule)(address);
      if (!address || !lease || refused) {
        socket.destroy();
        return done(refused ? new RejectedConnection(refused) : new FailedExchange('connection-reset'), null);
      }
      adopt(origin, socket, address, lease.mostBytes);
      done(null, socket);
    });
  };

  const agent = new Agent({
    connect,
    connections: 1,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: HEADER_BYTES,
    // The deadline of the exchange is the one clock: undici's timers start anew with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    agent,
    lease(origin, mostBytes) {
      const lease = { mostBytes };
      leases.set(origin, lease);
      const connection = open.get(origin);
      if (connection) {
        connection.bytesAllowed = connection.socket.bytesRead + mostBytes;
        open.delete(origin);
        open.set(origin, connection);
      }
      return {
        address: () => open.get(origin)?.address,
        isOpen: () => open.get(origin)?.socket.destroyed === false,
        end() {
          if (leases.get(origin) === lease) leases.delete(origin);
        },
      };
    },
  };
}

function connector(options: ConnectionOptions, lookup: LookupFunction): buildConnector.connector {
  return buildConnector({
    lookup,
    ca: options.ca,
    // Said here, NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment cannot switch it off.
    rejectUnauthorized: true,
    autoSelectFamily: true,
    allowH2: false,
    timeout: CONNECT_MS,
  });
}

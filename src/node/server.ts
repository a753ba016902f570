import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { App } from '#edge/app.ts';

/** A server that is listening. */
export interface RunningServer {
  /** The address it answers at, without a trailing slash. */
  readonly address: string;
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

/** Long addresses have to reach the application, which answers them with a problem instead of a bare 431. */
const HEADER_BYTES = 64 * 1024;

/**
 * Serves an application with Node's HTTP server.
 * @param clientHeader the header in which a proxy in front tells the client's address; else the connection's counts
 * @throws the system's error when the address cannot be listened at, e.g. EADDRINUSE
 */
export async function serveApp(app: App, host: string, port: number, clientHeader?: string): Promise<RunningServer> {
  const listener = getRequestListener((request, bindings) => {
    const { incoming } = bindings as HttpBindings;
    const client = clientHeader ? request.headers.get(clientHeader) : incoming.socket.remoteAddress;
    return app.fetch(request, { client: client ?? undefined });
  });
  const server = createServer({ maxHeaderSize: HEADER_BYTES }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { address: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, close: () => closed(server) };
}

/** A port that is free now, for who needs to know its own address before it listens. */
export async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  await closed(server);
  return port;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(resolve => server.close(() => resolve()));
}

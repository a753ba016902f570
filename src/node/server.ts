import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { App } from '#edge/app.ts';
import { methodName, REQUEST_ID, type RequestNote, requestIdOf } from '#edge/request-note.ts';
import { withEncodings } from './content-encoding.ts';
import { createGracefulClose } from './graceful-close.ts';
import type { HotAnswers } from './hot-answers.ts';
import { unreadRequests } from './unread-request.ts';

/** A server that is listening. */
export interface RunningServer {
  /** The address it answers at, without a trailing slash. */
  readonly address: string;
  /**
   * Stops listening, lets requests in flight finish, and closes all connections.
   * @param graceMs how long requests in flight may take; 5 seconds by default
   */
  close(graceMs?: number): Promise<void>;
}

export interface ServerOptions {
  /** The header in which a proxy in front tells the client's address; else the connection's counts. */
  readonly clientHeader?: string | undefined;
  /** Where answers are kept for the next who asks; without it, each is made anew. */
  readonly hotAnswers?: HotAnswers | undefined;
  /** Told of each request once its answer is sent, or given up. */
  readonly observer?: RequestObserver | undefined;
}

export interface RequestObserver {
  /** The template of an address's path. */
  readonly routeOf: (url: URL) => string;
  readonly onAnswered: (note: RequestNote) => void;
}

/** Long addresses have to reach the application, which answers them with a problem instead of a bare 431. */
const HEADER_BYTES = 64 * 1024;

/**
 * Serves an application with Node's HTTP server.
 * @throws the system's error when the address cannot be listened at, e.g. EADDRINUSE
 */
export async function serveApp(
  app: App,
  host: string,
  port: number,
  { clientHeader, observer, hotAnswers }: ServerOptions = {},
): Promise<RunningServer> {
  const { fetch: answerTo } = withEncodings(app);
  const answerRequest = async (request: Request, bindings: unknown) => {
    const { incoming, outgoing } = bindings as HttpBindings;
    const requestId = idOf(incoming);
    outgoing.setHeader(REQUEST_ID, requestId);
    if (observer) observe(request.url, requestId, incoming, outgoing, observer);
    const told = clientHeader ? lastOf(request.headers.get(clientHeader)) : undefined;
    const client = told ?? incoming.socket.remoteAddress;
    const epoch = hotAnswers?.epoch ?? 0;
    const response = await answerTo(request, { client, requestId });
    hotAnswers?.offer(incoming, response, epoch);
    return response;
  };
  // Requests of HTTP 1.0, such as probes of proxies, may name no host.
  const listener = getRequestListener(answerRequest, { hostname: host.includes(':') ? `[${host}]` : host });
  const server = createServer({ maxHeaderSize: HEADER_BYTES }, (incoming, outgoing) => {
    const hot = hotAnswers?.find(incoming);
    if (!hot) {
      void listener(incoming, outgoing);
      return;
    }
    const requestId = idOf(incoming);
    if (observer) observe(`http://${incoming.headers.host}${incoming.url}`, requestId, incoming, outgoing, observer);
    outgoing.writeHead(hot.status, [REQUEST_ID, requestId, ...hot.headers]).end(hot.body);
  });
  server.on('clientError', unreadRequests(app));
  const close = createGracefulClose(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { address: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, close };
}

/** Of a list, the address that the nearest proxy appended: clients can write whatever they like before it. */
function lastOf(list: string | null): string | undefined {
  return list?.split(',').at(-1)?.trim() || undefined;
}

function idOf({ headers }: IncomingMessage): string {
  return requestIdOf(headers['x-request-id'] as string | undefined);
}

function observe(
  url: string,
  id: string,
  { method = '', socket }: IncomingMessage,
  outgoing: ServerResponse,
  { routeOf, onAnswered }: RequestObserver,
): void {
  const begun = performance.now();
  const written = socket.bytesWritten;
  outgoing.once('close', () =>
    onAnswered({
      time: new Date().toISOString(),
      id,
      method: methodName(method),
      route: routeOf(new URL(url)),
      status: outgoing.statusCode,
      ms: Math.round((performance.now() - begun) * 10) / 10,
      bytes: socket.bytesWritten - written,
    }),
  );
}

/** Systems hand out ports above these by themselves, so nobody is given one of these by chance. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** A port that is free, for who needs to know its own address long before it listens. */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(host, port)) return port;
  }
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  await new Promise(resolve => server.close(resolve));
  return true;
}

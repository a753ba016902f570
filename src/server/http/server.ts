import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '#edge/app.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import { earlyProblem } from './early-problem.ts';
import { createGracefulClose } from './graceful-close.ts';
import { handleMalformedRequests } from './malformed-request.ts';
import type { RequestObserver } from './observe-request.ts';
import { createOpenResponses } from './open-responses.ts';
import { ReceivedRequest } from './received-request.ts';
import { createContextReader, type RequestContextOptions } from './request-context.ts';
import { createRequestHandler } from './request-handler.ts';
import type { ResponseCache } from './response-cache.ts';
import { sendAndClose } from './send-response.ts';

/** A server that is listening. */
export interface RunningServer {
  /** The URL of the server, without a trailing slash. */
  readonly address: string;
  /**
   * Stops listening, lets requests in flight finish, and closes all connections.
   * @param graceMs how long requests in flight may take; 5 seconds by default
   */
  close(graceMs?: number): Promise<void>;
}

export interface ServerOptions extends RequestContextOptions {
  /** The response cache; without it, every response is generated. */
  readonly responseCache?: ResponseCache | undefined;
  readonly observer?: RequestObserver | undefined;
  /** Without it, the number of connections has no limit. */
  readonly connectionLimit?: ConnectionLimit | undefined;
  /** Receives errors of single requests, which end neither the server nor other requests. */
  readonly onError?: ((error: unknown, requestId?: string) => void) | undefined;
}

/** Long URLs must reach the application, which returns problem details instead of an empty 431. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Serves an application with Node's HTTP server. The URL of a request is parsed once, on arrival. Any failure during a
 * request is reported to `onError`, and the response is 500.
 * @throws the system's error if it cannot listen on the port, for example EADDRINUSE
 */
export async function serveApp(
  app: App,
  host: string,
  port: number,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const { observer, responseCache, connectionLimit, onError = console.error } = options;
  const hostname = host.includes(':') ? `[${host}]` : host;
  const contextOf = createContextReader(options);
  // `parseRequestUrl` rejects a missing Host with problem details.
  const serverOptions = { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, IncomingMessage: ReceivedRequest };
  const server = createServer(serverOptions);
  if (connectionLimit?.max !== undefined) server.maxConnections = connectionLimit.max;
  if (connectionLimit) server.on('drop', connectionLimit.recordDrop);
  const open = createOpenResponses(server);
  const shared = { contextOf, open, hostname, observer, onError };
  server.on('request', createRequestHandler(app, { ...shared, responseCache }));
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) => {
    sendAndClose(earlyProblem(417, 'The only supported value of Expect is 100-continue.'), outgoing).catch(onError);
  });
  server.on('clientError', handleMalformedRequests(app, shared));
  const close = createGracefulClose(server, open);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { address: `http://${hostname}:${bound}`, close };
}

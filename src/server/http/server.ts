import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { App } from '#edge/app.ts';
import { BufferedResponse } from '#edge/http/buffered-response.ts';
import { whenReady } from '#edge/http/when-ready.ts';
import type { ArrivedRequest } from '#edge/local-privileges.ts';
import { getRequestId, REQUEST_ID } from '#edge/middleware/request-log.ts';
import type { DirectResponse } from '#edge/routes/direct-routes.ts';
import type { TargetUrl } from '#edge/surfaces.ts';
import { encodeDirect, withEncodings } from './content-encoding.ts';
import { earlyProblem, MALFORMED_REQUEST } from './early-problem.ts';
import { createEventLoopTurns } from './event-loop-turns.ts';
import { createGracefulClose } from './graceful-close.ts';
import { handleMalformedRequests } from './malformed-request.ts';
import { observeRequest, type RequestObserver } from './observe-request.ts';
import { createOpenResponses } from './open-responses.ts';
import { parseRequestUrl } from './parse-request-url.ts';
import { createContextReader, type RequestContextOptions } from './request-context.ts';
import { createResponseBatch } from './response-batch.ts';
import { type CachedResponse, createCacheKey, isRead, type ResponseCache } from './response-cache.ts';

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
  const { observer, responseCache, onError = console.error } = options;
  const hostname = host.includes(':') ? `[${host}]` : host;
  const { fetch: respond } = withEncodings(app);
  const contextOf = createContextReader(options);

  const handleRequest = async (request: Request, bindings: unknown) => {
    const { incoming, outgoing } = bindings as { incoming: ReceivedRequest; outgoing: ServerResponse };
    const { requestId, cacheKey } = incoming;
    const epoch = responseCache?.epoch ?? 0;
    try {
      const response = await respond(request, { ...contextOf(toArrived(incoming)), requestId });
      if (cacheKey !== undefined) responseCache?.offer(cacheKey, response, epoch);
      return response instanceof BufferedResponse && isRead(request.method)
        ? sendBuffered(response, outgoing)
        : response;
    } catch (error) {
      onError(error, requestId);
      return earlyProblem(500, 'The request failed: internal error.');
    } finally {
      incoming.onCreated?.();
    }
  };
  const listener = getRequestListener(handleRequest, { hostname });
  const sendLater = createResponseBatch();
  /** The responses that are being created, by cache key. */
  const creating = new Map<string, Promise<void>>();

  function receive(incoming: ReceivedRequest, outgoing: ServerResponse): void {
    const { url: target = '', method = '', rawHeaders, headers, socket, requestId } = incoming;
    const parsed = parseRequestUrl({ target, method, rawHeaders }, incoming.httpVersion === '1.0' ? hostname : '');
    if (!parsed) {
      send(earlyProblem(400, MALFORMED_REQUEST), outgoing).catch(error => fail(error, outgoing, requestId));
      return;
    }
    if (method === 'TRACE') {
      // A Request cannot have this method.
      send(earlyProblem(501, 'TRACE is not supported.'), outgoing).catch(error => fail(error, outgoing, requestId));
      return;
    }
    const { url, isAbsoluteForm } = parsed;
    // From here on, this is the only form of the URL: caches, routes, and logs cannot read it differently.
    incoming.url = `${url.pathname}${url.search}`;
    headers.host = url.host;
    incoming.isAbsoluteForm = isAbsoluteForm;
    if (observer) {
      const end = observeRequest({ url, id: requestId, method, socket }, observer, error => onError(error, requestId));
      outgoing.once('close', () => end(outgoing.statusCode));
    }
    incoming.cacheKey = responseCache && createCacheKey(incoming);
    const cached = incoming.cacheKey === undefined ? undefined : responseCache?.find(incoming.cacheKey, incoming);
    if (cached) {
      sendCached(cached, outgoing, requestId);
      return;
    }
    const turn = open.waitForTurn(socket) ?? turns.wait();
    const sent = turn
      ? turn.then(() => respondLater(url, incoming, outgoing))
      : respondUncached(url, incoming, outgoing);
    if (sent instanceof Promise) sent.catch(error => fail(error, outgoing, requestId));
  }

  /** Responds after other requests, which may have created the same response. */
  function respondLater(url: TargetUrl, incoming: ReceivedRequest, outgoing: ServerResponse): void | Promise<void> {
    const { requestId, cacheKey, socket } = incoming;
    if (socket.destroyed) return;
    const cached = cacheKey === undefined ? undefined : responseCache?.find(cacheKey, incoming);
    return cached ? sendCached(cached, outgoing, requestId) : respondUncached(url, incoming, outgoing);
  }

  /** Sends the response that another request created. One that is not cacheable is created again. */
  function sendCreated(cacheKey: string, incoming: ReceivedRequest, outgoing: ServerResponse): void | Promise<void> {
    const cached = responseCache?.find(cacheKey, incoming);
    return cached ? sendCached(cached, outgoing, incoming.requestId) : respondWhole(incoming, outgoing);
  }

  function respondUncached(url: TargetUrl, incoming: ReceivedRequest, outgoing: ServerResponse): void | Promise<void> {
    const { requestId, cacheKey } = incoming;
    if (!responseCache || cacheKey === undefined) return respondWhole(incoming, outgoing);
    const earlier = creating.get(cacheKey);
    if (earlier) return earlier.then(() => sendCreated(cacheKey, incoming, outgoing));
    const { epoch } = responseCache;
    const sendDirect = (direct: DirectResponse) => {
      const response = responseCache.offerDirect(cacheKey, incoming, direct, epoch);
      sendCached(response, outgoing, requestId, direct.release);
    };
    return whenReady(app.direct?.(url), direct =>
      direct
        ? whenReady(encodeDirect(direct, incoming.headers['accept-encoding']), sendDirect)
        : respondOnce(cacheKey, incoming, outgoing),
    );
  }

  /** Responds while other requests for the same response wait: many large bodies at once would fill the memory. */
  function respondOnce(cacheKey: string, incoming: ReceivedRequest, outgoing: ServerResponse): Promise<void> {
    const created = new Promise<void>(resolve => {
      incoming.onCreated = () => {
        creating.delete(cacheKey);
        resolve();
      };
    });
    creating.set(cacheKey, created);
    return respondWhole(incoming, outgoing).finally(incoming.onCreated);
  }

  function respondWhole(incoming: ReceivedRequest, outgoing: ServerResponse): Promise<void> {
    outgoing.setHeader(REQUEST_ID, incoming.requestId);
    if (!isRead(incoming.method)) outgoing.once('close', () => discardRest(incoming));
    return listener(incoming, outgoing);
  }

  /** @param onSent called when the operating system has the whole response */
  function sendCached(
    { status, headers, body }: CachedResponse,
    outgoing: ServerResponse,
    requestId: string,
    onSent?: () => void,
  ): void {
    sendLater(() => {
      try {
        const fields = [REQUEST_ID, requestId, ...headers];
        if (body) fields.push('content-length', String(body.length));
        outgoing.writeHead(status, fields).end(body, onSent);
      } catch (error) {
        fail(error, outgoing, requestId);
      }
    });
  }

  function fail(error: unknown, outgoing: ServerResponse, requestId: string): void {
    onError(error, requestId);
    if (outgoing.headersSent) outgoing.destroy();
    else send(earlyProblem(500, 'The request failed: internal error.'), outgoing).catch(() => outgoing.destroy());
  }

  const server = createServer(
    // `parseRequestUrl` rejects a missing Host with problem details.
    { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, IncomingMessage: ReceivedRequest },
    (incoming, outgoing) => {
      incoming.requestId = getRequestId(incoming.headers['x-request-id'] as string | undefined);
      try {
        receive(incoming, outgoing);
      } catch (error) {
        fail(error, outgoing, incoming.requestId);
      }
    },
  );
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) => {
    send(earlyProblem(417, 'The only supported value of Expect is 100-continue.'), outgoing).catch(onError);
  });
  const open = createOpenResponses(server);
  const turns = createEventLoopTurns();
  server.on('clientError', handleMalformedRequests(app, { contextOf, open, hostname, observer, onError }));
  const close = createGracefulClose(server, open);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { address: `http://${hostname}:${bound}`, close };
}

/** A request with the facts that the server determines once, on arrival. */
class ReceivedRequest extends IncomingMessage {
  requestId = '';
  /** Undefined if its response is not cacheable. */
  cacheKey: string | undefined = undefined;
  /** Whether the request target was a whole URL. */
  isAbsoluteForm = false;
  /** Called when its response exists and is cached, if it is cacheable. */
  onCreated: (() => void) | undefined = undefined;
}

/**
 * Discards the rest of a body that the application stopped reading because it is too large. Node does so only for a body that
 * no code has started to read. Otherwise the stream of the application pauses it, the next request of the client waits
 * behind it, and the adapter closes the connection.
 */
function discardRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded) return;
  incoming.removeAllListeners('data');
  incoming.resume();
}

function toArrived({ socket, headers, httpVersion, isAbsoluteForm }: ReceivedRequest): ArrivedRequest {
  return { peer: socket.remoteAddress, host: headers.host ?? '', headers, httpVersion, isAbsoluteForm };
}

/** Sends a response without a stream; Node omits the body for HEAD. The request id is among the headers that are set already. */
function sendBuffered({ status, headers, content }: BufferedResponse, outgoing: ServerResponse): Response {
  const length = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
  const fields = [...headers].filter(([name]) => name !== 'content-length').flat();
  outgoing.writeHead(status, [...fields, 'content-length', String(length)]).end(content);
  return RESPONSE_ALREADY_SENT;
}

/**
 * Sends a response that is not a stream, and closes the connection, because the data that follows may be part of the
 * request.
 */
async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = await response.text();
  const length = Buffer.byteLength(body);
  const headers = { ...Object.fromEntries(response.headers), 'Content-Length': length, Connection: 'close' };
  outgoing.writeHead(response.status, headers).end(body);
}

import type { ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App } from '#edge/app.ts';
import type { RequestContext } from '#edge/context.ts';
import { BufferedResponse } from '#edge/http/buffered-response.ts';
import { whenReady } from '#edge/http/when-ready.ts';
import type { ArrivedRequest } from '#edge/local-privileges.ts';
import { getRequestId, REQUEST_ID } from '#edge/middleware/request-log.ts';
import type { DirectResponse } from '#edge/routes/direct-routes.ts';
import type { TargetUrl } from '#edge/surfaces.ts';
import { encodeDirect, withEncodings } from './content-encoding.ts';
import { earlyProblem, MALFORMED_REQUEST } from './early-problem.ts';
import { createEventLoopTurns } from './event-loop-turns.ts';
import { observeRequest, type RequestObserver } from './observe-request.ts';
import type { OpenResponses } from './open-responses.ts';
import { parseRequestUrl } from './parse-request-url.ts';
import { discardRest, type ReceivedRequest, toArrived } from './received-request.ts';
import { createResponseBatch } from './response-batch.ts';
import { type CachedResponse, createCacheKey, isRead, type ResponseCache } from './response-cache.ts';
import { sendAndClose, sendBuffered } from './send-response.ts';

export interface RequestHandlerOptions {
  readonly contextOf: (request: ArrivedRequest) => RequestContext;
  readonly open: OpenResponses;
  /** For HTTP 1.0 without Host. */
  readonly hostname: string;
  /** Without it, every response is generated. */
  readonly responseCache: ResponseCache | undefined;
  readonly observer: RequestObserver | undefined;
  readonly onError: (error: unknown, requestId?: string) => void;
}

/**
 * Creates the listener for the requests of a server. A request gets a cached response at once; others wait for their turn, and
 * then for a request that is creating the same response. Most of the rest have a direct response (`App.direct`), without
 * the objects of the Fetch API. Any failure is reported to `onError`, and the response is 500.
 */
export function createRequestHandler(
  app: App,
  { contextOf, open, hostname, responseCache, observer, onError }: RequestHandlerOptions,
): (incoming: ReceivedRequest, outgoing: ServerResponse) => void {
  const { fetch: respond } = withEncodings(app);
  const listener = getRequestListener(callApp, { hostname });
  const turns = createEventLoopTurns();
  const sendLater = createResponseBatch();
  /** The responses that are being created, by cache key. */
  const creating = new Map<string, Promise<void>>();

  function receive(incoming: ReceivedRequest, outgoing: ServerResponse): void {
    const { url: target = '', method = '', rawHeaders, headers, socket, requestId } = incoming;
    const parsed = parseRequestUrl({ target, method, rawHeaders }, incoming.httpVersion === '1.0' ? hostname : '');
    if (!parsed) {
      reject(earlyProblem(400, MALFORMED_REQUEST), outgoing, requestId);
      return;
    }
    if (method === 'TRACE') {
      // A Request cannot have this method.
      reject(earlyProblem(501, 'TRACE is not supported.'), outgoing, requestId);
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

  function reject(problem: Response, outgoing: ServerResponse, requestId: string): void {
    sendAndClose(problem, outgoing).catch(error => fail(error, outgoing, requestId));
  }

  /** Responds after other requests, which may have created the same response. */
  function respondLater(url: TargetUrl, incoming: ReceivedRequest, outgoing: ServerResponse): void | Promise<void> {
    const { requestId, cacheKey, socket } = incoming;
    if (socket.destroyed) return;
    const cached = cacheKey === undefined ? undefined : responseCache?.find(cacheKey, incoming);
    return cached ? sendCached(cached, outgoing, requestId) : respondUncached(url, incoming, outgoing);
  }

  /** Creates a response, or waits for the request that is creating the same one. */
  function respondUncached(url: TargetUrl, incoming: ReceivedRequest, outgoing: ServerResponse): void | Promise<void> {
    const { requestId, cacheKey } = incoming;
    if (!responseCache || cacheKey === undefined) return respondWithApp(incoming, outgoing);
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
        : respondForOthers(cacheKey, incoming, outgoing),
    );
  }

  /** Sends the response that another request created. One that is not cacheable is created again. */
  function sendCreated(cacheKey: string, incoming: ReceivedRequest, outgoing: ServerResponse): void | Promise<void> {
    const cached = responseCache?.find(cacheKey, incoming);
    return cached ? sendCached(cached, outgoing, incoming.requestId) : respondWithApp(incoming, outgoing);
  }

  /**
   * Responds with the application while other requests for the same response wait: many large bodies at once would fill the
   * memory.
   */
  function respondForOthers(cacheKey: string, incoming: ReceivedRequest, outgoing: ServerResponse): Promise<void> {
    const created = new Promise<void>(resolve => {
      incoming.onCreated = () => {
        creating.delete(cacheKey);
        resolve();
      };
    });
    creating.set(cacheKey, created);
    return respondWithApp(incoming, outgoing).finally(incoming.onCreated);
  }

  function respondWithApp(incoming: ReceivedRequest, outgoing: ServerResponse): Promise<void> {
    outgoing.setHeader(REQUEST_ID, incoming.requestId);
    if (!isRead(incoming.method)) outgoing.once('close', () => discardRest(incoming));
    return listener(incoming, outgoing);
  }

  async function callApp(request: Request, bindings: unknown): Promise<Response> {
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
  }

  /**
   * Sends a cached response together with the others of this turn.
   * @param onSent called when the operating system has the whole response
   */
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
    else
      sendAndClose(earlyProblem(500, 'The request failed: internal error.'), outgoing).catch(() => outgoing.destroy());
  }

  return (incoming, outgoing) => {
    incoming.requestId = getRequestId(incoming.headers['x-request-id'] as string | undefined);
    try {
      receive(incoming, outgoing);
    } catch (error) {
      fail(error, outgoing, incoming.requestId);
    }
  };
}

import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { App } from '#edge/app.ts';
import type { RequestContext } from '#edge/context.ts';
import { MAX_URL_LENGTH } from '#edge/http/url-syntax.ts';
import type { ArrivedRequest } from '#edge/local-privileges.ts';
import { getRequestId, REQUEST_ID } from '#edge/middleware/request-log.ts';
import { earlyProblem, MALFORMED_REQUEST } from './early-problem.ts';
import { observeRequest, type RequestObserver } from './observe-request.ts';
import type { OpenResponses } from './open-responses.ts';
import { parseRequestUrl, type RequestUrl } from './parse-request-url.ts';

/** The error of Node's HTTP server for a request that it could not parse. */
interface ParseError extends Error {
  readonly code?: string;
  /** The last data received. */
  readonly rawPacket?: Buffer;
  /** The number of bytes of `rawPacket` that were parsed. */
  readonly bytesParsed?: number;
}

export interface MalformedRequestOptions {
  readonly contextOf: (request: ArrivedRequest) => RequestContext;
  readonly open: OpenResponses;
  /** For HTTP 1.0 without Host. */
  readonly hostname: string;
  readonly observer: RequestObserver | undefined;
  readonly onError: (error: unknown, requestId?: string) => void;
}

/** Milliseconds for which more input is read and discarded, so that the response arrives before the connection ends. */
const DRAIN_MS = 1000;

/**
 * Responds to requests that Node's HTTP server rejects before the application sees them. A target that is far too long
 * gets the application's response for long URLs. A target in raw UTF-8, as in `curl '…?q=café'`, is handled as if it
 * were percent-encoded. All others get 400, 408, or 431. Then the connection closes.
 * Only the first request of a connection gets a response: later ones could be mistaken for the response to an earlier
 * request.
 */
export function handleMalformedRequests(
  app: App,
  options: MalformedRequestOptions,
): (error: ParseError, socket: Duplex) => void {
  const handled = new WeakSet<Duplex>();
  return (error, socket) => {
    if (handled.has(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET' || !(socket instanceof Socket)) {
      socket.destroy();
      return;
    }
    handled.add(socket);
    if (options.open.hasServed(socket)) {
      options.open.closeWhenDone(socket);
      return;
    }
    respond(error, socket, app, options).catch(error => {
      options.onError(error);
      socket.destroy();
    });
  };
}

async function respond(error: ParseError, socket: Socket, app: App, options: MalformedRequestOptions): Promise<void> {
  const recovered = error.code === 'HPE_INVALID_URL' ? recoverRequest(error, socket, options) : undefined;
  const response = recovered
    ? await respondToRecovered(recovered, socket, app, options)
    : await createRejection(error, app);
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
  // A stream never ends, and a client that has disconnected needs no response.
  if (isStream || socket.destroyed) await response.body?.cancel();
  if (socket.destroyed) return;
  const ending = setTimeout(() => socket.destroy(), DRAIN_MS);
  socket.once('close', () => clearTimeout(ending));
  socket.end(await serialize(isStream ? earlyProblem(400, ENCODE_TARGET) : response));
}

const ENCODE_TARGET = 'Percent-encode the request target to open an event stream.';

async function createRejection(error: ParseError, app: App): Promise<Response> {
  const { code } = error;
  if (code === 'HPE_HEADER_OVERFLOW') {
    if (isInRequestLine(error)) return app.fetch(new Request(`http://localhost/${'a'.repeat(MAX_URL_LENGTH)}`));
    return earlyProblem(431, 'The request headers are too large.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return earlyProblem(408, 'The request did not arrive in time.');
  return earlyProblem(400, MALFORMED_REQUEST);
}

/** Whether parsing stopped in the request line, according to the last packet. */
function isInRequestLine({ rawPacket, bytesParsed }: ParseError): boolean {
  return rawPacket !== undefined && !rawPacket.subarray(0, bytesParsed).includes('\r');
}

interface RecoveredRequest extends RequestUrl {
  readonly headers: Headers;
  readonly arrived: ArrivedRequest;
}

async function respondToRecovered(
  { url, headers, arrived }: RecoveredRequest,
  socket: Socket,
  app: App,
  { contextOf, observer, onError }: MalformedRequestOptions,
): Promise<Response> {
  const requestId = getRequestId(headers.get(REQUEST_ID));
  const end =
    observer &&
    observeRequest({ url, id: requestId, method: 'GET', socket }, observer, error => onError(error, requestId));
  const response = await app.fetch(new Request(url.href, { headers }), { ...contextOf(arrived), requestId });
  if (end) socket.once('close', () => end(response.status));
  const withId = new Response(response.body, response);
  withId.headers.set(REQUEST_ID, requestId);
  return withId;
}

/**
 * Recovers a GET whose head arrived completely and alone on the connection, with the bytes of its target
 * percent-encoded.
 */
function recoverRequest(
  { rawPacket }: ParseError,
  { bytesRead, remoteAddress }: Socket,
  { hostname }: MalformedRequestOptions,
): RecoveredRequest | undefined {
  if (!rawPacket || rawPacket.length !== bytesRead) return undefined;
  const [head = '', ...rest] = rawPacket.toString('latin1').split('\r\n\r\n');
  if (rest.length !== 1 || rest[0] !== '') return undefined;
  const [line = '', ...fields] = head.split('\r\n');
  const [, target, httpVersion] = /^GET (\/\S*) HTTP\/(1\.[01])$/.exec(line) ?? [];
  const headers = target === undefined ? undefined : parseHeaders(fields);
  if (target === undefined || httpVersion === undefined || !headers) return undefined;
  const encoded = target.replace(/[^\x21-\x7e]/g, byte => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const rawHeaders = fields.flatMap(field => [getFieldName(field), getFieldValue(field)]);
  const parsed = parseRequestUrl({ target: encoded, method: 'GET', rawHeaders }, httpVersion === '1.0' ? hostname : '');
  if (!parsed) return undefined;
  const record = Object.fromEntries(headers);
  return {
    ...parsed,
    headers,
    arrived: { peer: remoteAddress, host: parsed.url.host, headers: record, httpVersion, isAbsoluteForm: false },
  };
}

/** Returns the headers of a request without a body; undefined if Node would reject any, or if there is a body. */
function parseHeaders(fields: readonly string[]): Headers | undefined {
  const headers = new Headers();
  for (const field of fields) {
    const name = getFieldName(field);
    const isBody = /^(content-length|transfer-encoding)$/i.test(name);
    if (isBody || !/^[!#$%&'*+.^`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(getFieldValue(field)))
      return;
    headers.append(name, getFieldValue(field));
  }
  return headers;
}

function getFieldName(field: string): string {
  return field.split(':', 1)[0] ?? '';
}

function getFieldValue(field: string): string {
  return field.slice(getFieldName(field).length + 1).trim();
}

/** Serializes a response as HTTP/1.1 with `Connection: close`. */
async function serialize(response: Response): Promise<Uint8Array> {
  const body = new Uint8Array(await response.arrayBuffer());
  const length: [string, string][] = response.status === 304 ? [] : [['Content-Length', String(body.length)]];
  const headers = [...response.headers, ...length, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`, ...headers, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

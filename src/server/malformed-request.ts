import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { App } from '#edge/app.ts';
import { MAX_URL_LENGTH } from '#edge/http/url-syntax.ts';

/** What Node's HTTP server says of a request that it could not read. */
interface RequestFault extends Error {
  readonly code?: string;
  /** What arrived last. */
  readonly rawPacket?: Buffer;
  /** The bytes of it at which the server gave up. */
  readonly bytesParsed?: number;
}

/** Milliseconds for which what else was sent is read and dropped, so that the answer arrives before the end does. */
const DRAINED = 1000;

/**
 * Answers requests that Node's HTTP server gives up on, before the application sees them. An address that is far too long
 * is answered as the application answers all that are too long; one in UTF-8 as it is, which `curl '…?q=café'` sends, as
 * if it were percent-encoded; anything else with a bare status, as Node does by itself.
 */
export function handleMalformedRequests(app: App): (fault: RequestFault, socket: Duplex) => void {
  const answered = new WeakSet<Duplex>();
  return (fault, socket) => {
    if (answered.has(socket)) return;
    if (!socket.writable || fault.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    answered.add(socket);
    const ending = setTimeout(() => socket.destroy(), DRAINED);
    socket.once('close', () => clearTimeout(ending));
    answerTo(fault, app).then(
      answer => socket.end(answer),
      () => socket.destroy(),
    );
  };
}

async function answerTo(fault: RequestFault, app: App): Promise<Uint8Array> {
  const { code } = fault;
  if (code === 'HPE_HEADER_OVERFLOW' && isInAddress(fault)) {
    return messageOf(await app.fetch(new Request(`http://localhost/${'a'.repeat(MAX_URL_LENGTH)}`)));
  }
  const encoded = code === 'HPE_INVALID_URL' ? encodedRequest(fault) : undefined;
  if (encoded) return messageOf(await app.fetch(encoded));
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  return messageOf(new Response(null, { status }));
}

/** The request's first line is not over yet, as far as can be told from where it was given up. */
function isInAddress({ rawPacket, bytesParsed }: RequestFault): boolean {
  return rawPacket !== undefined && !rawPacket.subarray(0, bytesParsed).includes('\r');
}

/** The headers that an answer to GET may depend on, the address aside. */
const READ = ['accept', 'if-none-match'];

/** A GET that arrived whole, with the bytes of its address percent-encoded that have to be. */
function encodedRequest({ rawPacket }: RequestFault): Request | undefined {
  const [head = '', end] = rawPacket?.toString('latin1').split('\r\n\r\n', 2) ?? [];
  const [line = '', ...fields] = head.split('\r\n');
  const target = /^GET (\/\S*) HTTP\/1\.[01]$/.exec(line)?.[1];
  if (target === undefined || end === undefined) return undefined;
  const named = new Map(fields.map(field => [field.split(':', 1)[0]?.toLowerCase(), field.replace(/^[^:]*:\s*/, '')]));
  const headers = READ.flatMap((name): [string, string][] => [[name, named.get(name) ?? '']]);
  const path = target.replace(/[^\x21-\x7e]/g, byte => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const address = `http://${named.get('host') ?? 'localhost'}${path}`;
  if (!URL.canParse(address)) return undefined;
  return new Request(address, { headers: headers.filter(([, value]) => value !== '') });
}

/** An answer as HTTP/1.1 sends it, after which the connection ends. */
async function messageOf(response: Response): Promise<Uint8Array> {
  const body = new Uint8Array(await response.arrayBuffer());
  const length: [string, string][] = response.status === 304 ? [] : [['Content-Length', String(body.length)]];
  const headers = [...response.headers, ...length, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`, ...headers, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

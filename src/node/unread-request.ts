import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { LONGEST_ADDRESS } from '#edge/address-syntax.ts';
import type { App } from '#edge/app.ts';

/** What Node's HTTP server says of a request that it could not read. */
interface RequestFault extends Error {
  readonly code?: string;
  /** The bytes at which it gave up. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Milliseconds for which what else was sent is read and dropped, so that the answer arrives before the end does. */
const DRAINED = 1000;

/**
 * Answers requests that Node's HTTP server gives up on, before the application sees them: an address that is far too long
 * as the application answers all that are too long, and anything else with a bare status, as Node does by itself.
 */
export function unreadRequests(app: App): (fault: RequestFault, socket: Duplex) => void {
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

async function answerTo(fault: RequestFault, app: App): Promise<string> {
  const { code } = fault;
  if (code === 'HPE_HEADER_OVERFLOW' && isInAddress(fault)) {
    return textOf(await app.fetch(new Request(`http://localhost/${'a'.repeat(LONGEST_ADDRESS)}`)));
  }
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  return textOf(new Response(null, { status }));
}

/** The request's first line is not over yet, as far as can be told from where it was given up. */
function isInAddress({ rawPacket, bytesParsed }: RequestFault): boolean {
  return rawPacket !== undefined && !rawPacket.subarray(0, bytesParsed).includes('\r');
}

async function textOf(response: Response): Promise<string> {
  const body = await response.text();
  const headers = [...response.headers, ['Content-Length', Buffer.byteLength(body)], ['Connection', 'close']];
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`, ...lines, '', body].join('\r\n');
}

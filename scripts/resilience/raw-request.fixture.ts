import { connect, type Socket } from 'node:net';

export interface RawRequestOptions {
  /** The loopback address to send from; each counts as a client of its own. */
  readonly from?: string;
  /** Leave as soon as a whole response has arrived, or nothing for this many milliseconds. */
  readonly leaveAfter?: number;
}

/**
 * Sends bytes over a connection of their own, and reads what comes back until the server closes it, or the head of an
 * event stream has arrived.
 * @returns what the server sent, as Latin-1
 */
export function sendRaw(
  url: string,
  bytes: string | Uint8Array,
  { from, leaveAfter }: RawRequestOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(url, from);
    let text = '';
    if (leaveAfter !== undefined) socket.setTimeout(leaveAfter, () => socket.destroy());
    socket.on('data', chunk => {
      text += chunk.toString('latin1');
      const isDone = leaveAfter !== undefined && isWhole(text);
      if (isDone || /^content-type: text\/event-stream/im.test(text)) socket.destroy();
    });
    // A server may close a connection while the client still sends.
    socket.once('error', error => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' && reject(error));
    socket.once('close', () => resolve(text));
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /^content-length: (\d+)\r$/im.exec(text.slice(0, end + 2))?.[1];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length);
}

/** A connection to a server, from the given loopback address. */
export function openSocket(url: string, from?: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) });
}

/** The status codes of the responses that a connection carried. */
export function statusesOf(text: string): number[] {
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}

/** The JSON body of the last response. */
export function bodyOf(text: string): unknown {
  return JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n')));
}

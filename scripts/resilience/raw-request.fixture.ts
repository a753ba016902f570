import { connect, type Socket } from 'node:net';

export interface RawRequestOptions {
  /** The loopback address to send from. Each counts as a separate client. */
  readonly from?: string;
  /** Disconnect when the head of a response arrives, or after this many milliseconds without data. */
  readonly leaveAfter?: number;
  /** Read an event stream until its last chunk, then disconnect. */
  readonly readStream?: boolean;
}

/**
 * Sends bytes over a new connection and reads until the server closes it or the head of an event stream arrives.
 * @returns the received bytes as Latin-1
 */
export function sendRaw(
  url: string,
  bytes: string | Uint8Array,
  { from, leaveAfter, readStream = false }: RawRequestOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(url, from);
    let text = '';
    if (leaveAfter !== undefined) socket.setTimeout(leaveAfter, () => socket.destroy());
    socket.on('data', chunk => {
      text += chunk.toString('latin1');
      const isDone = leaveAfter !== undefined && /HTTP\/1\.1 [2-5]\d\d [\s\S]*?\r\n\r\n/.test(text);
      const isStream = /^content-type: text\/event-stream/im.test(text);
      if (isDone || (isStream && (!readStream || text.endsWith('\r\n0\r\n\r\n')))) socket.destroy();
    });
    // A server may close a connection while the client still sends.
    socket.once('error', error => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' && reject(error));
    socket.once('close', () => resolve(text));
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

/** Connects to a server from the given loopback address. */
export function openSocket(url: string, from?: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) });
}

/** Returns the status codes of all responses on a connection. */
export function statusesOf(text: string): number[] {
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}

/** Parses the JSON body of the last response. */
export function bodyOf(text: string): unknown {
  const start = text.indexOf('{', text.lastIndexOf('HTTP/1.1 '));
  return JSON.parse(text.slice(start, text.lastIndexOf('}') + 1));
}

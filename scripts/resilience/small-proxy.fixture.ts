import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SmallProxyOptions {
  /** The URL of the upstream server. */
  readonly target: string;
  /** The headers to add. */
  readonly adds?: Readonly<Record<string, string>>;
  /** The Host header that it sends (default: the received one). */
  readonly host?: string;
  /** The loopback address to send from. */
  readonly from?: string;
}

export interface SmallProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a reverse proxy on this machine, like one that an operator puts in front of a registry. */
export async function startSmallProxy({ target, adds = {}, host, from }: SmallProxyOptions): Promise<SmallProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const sent = { ...headers, ...adds, host: host ?? headers.host };
    const forwarded = request({ hostname, port, method, path, headers: sent, agent: false, localAddress: from });
    forwarded.on('response', response => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

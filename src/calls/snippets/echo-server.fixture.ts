import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path and query string. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A server on a free port that keeps all requests, by the first segment of their path. */
export interface EchoServer {
  readonly origin: string;
  readonly received: ReadonlyMap<string, ReceivedRequest>;
  clear(): void;
  close(): Promise<void>;
}

export async function startEchoServer(): Promise<EchoServer> {
  const received = new Map<string, ReceivedRequest>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [, key = '', rest = ''] = /^\/([^/?]*)(.*)$/s.exec(request.url ?? '') ?? [];
    received.set(key, {
      method: request.method ?? '',
      target: rest,
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks),
    });
    response.end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    clear: () => received.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { type ApiResponse, createApi } from './api.ts';
import { type Conduct, GOOD_CONDUCT } from './behavior.ts';
import { createManifestResponse, MOVED_PATH } from './manifest-response.ts';

export interface ExamplePublisherOptions {
  /** A free one unless said otherwise. */
  readonly port?: number;
  readonly conduct?: Partial<Conduct>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A running publisher. */
export interface ExamplePublisher {
  readonly origin: string;
  /** What it was asked so far, such as `GET /v1/moon`. */
  readonly asked: readonly string[];
  /** Changes how it behaves from the next request on. */
  set(change: Partial<Conduct>): void;
  close(): Promise<void>;
}

/**
 * Starts a small real API on loopback that publishes its own manifest: something honest to list and to check, which can
 * be told to misbehave.
 */
export async function createExamplePublisher(options: ExamplePublisherOptions = {}): Promise<ExamplePublisher> {
  let conduct: Conduct = { ...GOOD_CONDUCT, ...options.conduct };
  const asked: string[] = [];
  const api = createApi(options.now ?? Date.now);
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(request.url ?? '/', origin) ?? new URL(origin);
    const isMoved = url.pathname === MOVED_PATH && conduct.manifestFault === 'redirect-within';
    if (url.pathname === MANIFEST_PATH || isMoved) {
      const sent = createManifestResponse(origin, url.pathname, conduct, request.headers['if-none-match']);
      if (sent !== 'hang') response.writeHead(sent.status, sent.headers).end(sent.text);
      return;
    }
    if (conduct.endpointFault === 'hang') return;
    const { method = 'GET' } = request;
    const key = request.headers['x-api-key'];
    const sent = faulty(conduct) ?? api({ method, url, key: typeof key === 'string' ? key : undefined }, conduct);
    response
      .writeHead(sent.status, { 'content-type': 'application/json', ...sent.headers })
      .end(`${JSON.stringify(sent.body)}\n`);
  }

  return {
    origin,
    asked,
    set(change) {
      conduct = { ...conduct, ...change };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function faulty({ endpointFault }: Conduct): ApiResponse | undefined {
  if (endpointFault === 'error') return { status: 503, body: { error: 'down for repair' } };
  return endpointFault === 'missing' ? { status: 404, body: { error: 'not found' } } : undefined;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { type ApiResponse, createApi } from './api.ts';
import { type Behavior, DEFAULT_BEHAVIOR } from './behavior.ts';
import { createManifestResponse, MOVED_PATH } from './manifest-response.ts';

export interface ExamplePublisherOptions {
  /** Defaults to any free port. */
  readonly port?: number;
  readonly behavior?: Partial<Behavior>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A running publisher. */
export interface ExamplePublisher {
  readonly origin: string;
  /** The requests so far, such as `GET /v1/moon`. */
  readonly requests: readonly string[];
  /** Changes the behavior from the next request on. */
  set(change: Partial<Behavior>): void;
  close(): Promise<void>;
}

/**
 * Starts a small API on loopback that publishes its own manifest. It works correctly by default; options and `set` change its
 * behavior, for example to inject failures.
 */
export async function createExamplePublisher(options: ExamplePublisherOptions = {}): Promise<ExamplePublisher> {
  let behavior: Behavior = { ...DEFAULT_BEHAVIOR, ...options.behavior };
  const requests: string[] = [];
  const api = createApi(options.now ?? Date.now);
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    respond(request, response);
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(request.url ?? '/', origin) ?? new URL(origin);
    const isMoved = url.pathname === MOVED_PATH && behavior.manifestFailure === 'redirect-within';
    if (url.pathname === MANIFEST_PATH || isMoved) {
      const sent = createManifestResponse(origin, url.pathname, behavior, request.headers['if-none-match']);
      if (sent !== 'hang') response.writeHead(sent.status, sent.headers).end(sent.text);
      return;
    }
    if (behavior.endpointFailure === 'hang') return;
    const { method = 'GET' } = request;
    const key = request.headers['x-api-key'];
    const sent =
      createFailure(behavior) ?? api({ method, url, key: typeof key === 'string' ? key : undefined }, behavior);
    response
      .writeHead(sent.status, { 'content-type': 'application/json', ...sent.headers })
      .end(`${JSON.stringify(sent.body)}\n`);
  }

  return {
    origin,
    requests,
    set(change) {
      behavior = { ...behavior, ...change };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function createFailure({ endpointFailure }: Behavior): ApiResponse | undefined {
  if (endpointFailure === 'error') return { status: 503, body: { error: 'service unavailable' } };
  return endpointFailure === 'missing' ? { status: 404, body: { error: 'not found' } } : undefined;
}

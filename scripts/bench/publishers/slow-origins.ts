/** Serves many origins in one process, each on its own port, with a delay and support for `If-None-Match`. Sends the ports to the parent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { DEFAULT_BEHAVIOR } from '../../example-publisher/behavior.ts';
import { createExampleManifest } from '../../example-publisher/example-manifest.ts';

process.once('message', async ({ count, delayMs }: { count: number; delayMs: number }) => {
  const ports = await Promise.all(Array.from({ length: count }, () => listen(delayMs)));
  process.send?.(ports);
});

function listen(delayMs: number): Promise<number> {
  const server = createServer((request, response) => {
    const body = request.url === MANIFEST_PATH ? manifest : '{"places":[]}';
    setTimeout(() => {
      // A check asks for a path that cannot exist. With the same response there, no endpoint would count as seen.
      const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (body !== manifest && !PATHS.has(pathname)) return response.writeHead(404, { 'Content-Length': 0 }).end();
      if (request.headers['if-none-match'] === ETAG) return response.writeHead(304, { ETag: ETAG }).end();
      response.writeHead(200, {
        ...(body === manifest && { ETag: ETAG }),
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      });
      return response.end(body);
    }, delayMs);
  });
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const ETAG = '"1"';

/** Has only one endpoint to probe, so that a verification takes few requests. */
const example = createExampleManifest('http://127.0.0.1', DEFAULT_BEHAVIOR);
const manifest = JSON.stringify({ ...example, endpoints: example.endpoints.filter(({ path }) => path !== '/v1/moon') });
const PATHS = new Set(example.endpoints.map(({ path }) => path));

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { matchesPath } from './matches-path.ts';

export interface MockServerOptions {
  /** Returns the current bytes of the manifest; undefined if it cannot be read. */
  readonly readManifest: () => Promise<Uint8Array | undefined>;
  /** Called with one line per request. */
  readonly onRequest: (line: string) => void;
}

/**
 * Creates a handler that simulates the API of a manifest. It serves the manifest byte for byte at the well-known path.
 * Each declared endpoint returns `{"stand_in": true}`, or 401 without the credentials that the manifest requires.
 */
export function createMockHandler({ readManifest, onRequest }: MockServerOptions): RequestListener {
  return (request, response) => {
    void respond(request, response, readManifest).then(() => {
      onRequest(`${request.method} ${request.url} ${response.statusCode}`);
    });
  };
}

async function respond(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  readManifest: MockServerOptions['readManifest'],
): Promise<void> {
  const path = url.split('?')[0] ?? '/';
  const bytes = await readManifest();
  if (path === MANIFEST_PATH) {
    if (method !== 'GET' && method !== 'HEAD') return send(response, 405, { error: 'Use GET or HEAD.' });
    if (bytes === undefined) return send(response, 503, { error: 'Cannot read the manifest file.' });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
    response.end(method === 'HEAD' ? undefined : bytes);
    return;
  }
  const { endpoints, requiresCredentials } = outlineManifest(bytes);
  const declaredMethod = method === 'HEAD' ? 'GET' : method;
  const isDeclared = endpoints.some(each => each.method === declaredMethod && matchesPath(each.path, path));
  if (!isDeclared) return send(response, 404, { error: `The manifest does not declare ${method} ${path}.` });
  if (requiresCredentials && !headers.authorization && !Object.keys(headers).some(name => /key|token/.test(name)))
    return send(response, 401, { error: 'The manifest requires credentials.' });
  send(response, 200, { stand_in: true });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

interface ManifestOutline {
  readonly endpoints: readonly { readonly method: unknown; readonly path: string }[];
  readonly requiresCredentials: boolean;
}

/** Reads the members that the handler needs, even from an invalid manifest. */
function outlineManifest(bytes: Uint8Array | undefined): ManifestOutline {
  const parsed = bytes && parseJsonText(bytes);
  const manifest = parsed?.ok ? toObject(parsed.value) : {};
  const endpoints = Array.isArray(manifest.endpoints) ? manifest.endpoints.map(toObject) : [];
  return {
    endpoints: endpoints.flatMap(({ method, path }) => (typeof path === 'string' ? [{ method, path }] : [])),
    requiresCredentials: toObject(manifest.authentication).required === true,
  };
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

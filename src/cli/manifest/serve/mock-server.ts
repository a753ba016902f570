import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { planAuthentication } from '#calls/credentials/planned-authentication.ts';
import { type DeclaredEndpoint, findEndpoint } from '#calls/find-endpoint.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { values } from '#manifest/taxonomy.ts';

export interface MockServerOptions {
  /** Returns the current bytes of the manifest; undefined if it cannot be read. */
  readonly readManifest: () => Promise<Uint8Array | undefined>;
  /** Called with one line per request. */
  readonly onRequest: (line: string) => void;
}

/**
 * Creates a handler that simulates the API of a manifest. It serves the manifest byte for byte at the well-known path.
 * Each declared endpoint returns `{"stand_in": true}`, 401 without the credentials that it requires, or 405 for another method.
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
  const manifest = outlineManifest(bytes);
  const found = findEndpoint(manifest, method === 'HEAD' ? 'GET' : method, url);
  if (!found) {
    const error = `The manifest does not declare ${method} ${path}.`;
    const allowed = values('http_methods').filter(each => findEndpoint(manifest, each, url));
    if (allowed.length === 0) return send(response, 404, { error });
    // With GET, the checks of a registry prove that an endpoint of another method exists.
    response.setHeader('Allow', allowed.join(', '));
    return send(response, 405, { error });
  }
  if (!hasCredentials({ url, headers }, manifest, found.endpoint))
    return send(response, 401, { error: 'The manifest requires credentials.' });
  send(response, 200, { stand_in: true });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/**
 * Whether a request has the credentials of an endpoint: a set that the manifest declares or, because the format leaves their
 * names open, a header that usually has one.
 */
function hasCredentials(
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  manifest: Manifest,
  endpoint: DeclaredEndpoint,
): boolean {
  const { authentication } = planAuthentication(manifest, endpoint, {});
  if (!authentication.required) return true;
  const query = new URLSearchParams(url.split('?')[1]);
  const cookies = (headers.cookie ?? '').split(';').map(cookie => cookie.split('=')[0]?.trim());
  const has = {
    header: (name: string) => headers[name.toLowerCase()] !== undefined,
    query: (name: string) => query.has(name),
    cookie: (name: string) => cookies.includes(name),
  };
  const isUsual = headers.authorization !== undefined || Object.keys(headers).some(name => /key|token/.test(name));
  return isUsual || authentication.alternatives.some(set => set.every(each => has[each.in](each.name)));
}

/** Reads the members that the handler needs, even from an invalid manifest, whose credentials are optional by default. */
function outlineManifest(bytes: Uint8Array | undefined): Manifest {
  const parsed = bytes && parseJsonText(bytes);
  const manifest = parsed?.ok ? toObject(parsed.value) : {};
  const endpoints = Array.isArray(manifest.endpoints) ? manifest.endpoints.map(toObject) : [];
  return {
    ...manifest,
    endpoints: endpoints.filter(each => typeof each.path === 'string'),
    authentication: { required: false, ...toObject(manifest.authentication) },
  } as object as Manifest;
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { matchesPath } from './matches-path.ts';

export interface StandInOptions {
  /** The manifest's bytes as they are now; undefined while they cannot be read. */
  readonly manifest: () => Promise<Uint8Array | undefined>;
  /** Told of each request in one line. */
  readonly onRequest: (line: string) => void;
}

/**
 * Answers as an API with this manifest might: the manifest byte for byte at the well-known path, and at each declared
 * endpoint an empty object that says it stands in; 401 where the manifest says that credentials are needed.
 */
export function standIn({ manifest, onRequest }: StandInOptions): RequestListener {
  return (request, response) => {
    void answer(request, response, manifest).then(() => {
      onRequest(`${request.method} ${request.url} ${response.statusCode}`);
    });
  };
}

async function answer(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  manifest: StandInOptions['manifest'],
): Promise<void> {
  const path = url.split('?')[0] ?? '/';
  const bytes = await manifest();
  if (path === MANIFEST_PATH) {
    if (method !== 'GET' && method !== 'HEAD') return send(response, 405, { error: 'Only GET and HEAD.' });
    if (bytes === undefined) return send(response, 503, { error: 'The file cannot be read.' });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
    response.end(method === 'HEAD' ? undefined : bytes);
    return;
  }
  const { endpoints, required } = outline(bytes);
  const asked = method === 'HEAD' ? 'GET' : method;
  const declared = endpoints.some(endpoint => endpoint.method === asked && matchesPath(endpoint.path, path));
  if (!declared) return send(response, 404, { error: `The manifest declares no ${method} ${path}.` });
  if (required && !headers.authorization && !Object.keys(headers).some(name => /key|token/.test(name)))
    return send(response, 401, { error: 'The manifest says that credentials are required.' });
  send(response, 200, { stand_in: true });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

interface Outline {
  readonly endpoints: readonly { readonly method: unknown; readonly path: string }[];
  readonly required: boolean;
}

/** What can be made out of a manifest that need not be valid. */
function outline(bytes: Uint8Array | undefined): Outline {
  const read = bytes && parseJsonText(bytes);
  const manifest = read?.ok ? asObject(read.value) : {};
  const endpoints = Array.isArray(manifest.endpoints) ? manifest.endpoints.map(asObject) : [];
  return {
    endpoints: endpoints.flatMap(({ method, path }) => (typeof path === 'string' ? [{ method, path }] : [])),
    required: asObject(manifest.authentication).required === true,
  };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

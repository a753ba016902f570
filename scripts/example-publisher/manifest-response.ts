import { createHash } from 'node:crypto';
import type { Behavior } from './behavior.ts';
import { createExampleManifest } from './example-manifest.ts';

/** The response to a request for the manifest, or `hang` if there is no response. */
export type ManifestResponse =
  | 'hang'
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string };

const PLAIN_PATH = '/.well-known/api-manifest.json';
export const MOVED_PATH = '/manifest.json';

/** Creates the response to a request for the manifest, at its well-known path or at the target of the redirect. */
export function createManifestResponse(
  origin: string,
  path: string,
  behavior: Behavior,
  ifNoneMatch: string | undefined,
): ManifestResponse {
  const text = `${JSON.stringify(behavior.rewrite(createExampleManifest(origin, behavior)), null, 2)}\n`;
  const moved = path === MOVED_PATH;
  switch (behavior.manifestFailure) {
    case 'hang':
      return 'hang';
    case 'error':
      return respond(503, '{"error":"service unavailable"}', { 'retry-after': '120' });
    case 'missing':
      return respond(404, '{"error":"not found"}');
    case 'forbidden':
      return respond(401, '{"error":"unauthorized"}');
    case 'redirect-within':
      return moved ? serve(text, ifNoneMatch) : respond(308, '', { location: MOVED_PATH });
    case 'redirect-away':
      return respond(302, '', { location: `https://other.example${PLAIN_PATH}` });
    case 'page':
      return respond(200, '<!doctype html>\n<title>Welcome</title>', { 'content-type': 'text/html' });
    case 'broken-json':
      return respond(200, text.replace(/,\n/, '\n'));
    case 'duplicate-key':
      return respond(200, text.replace('{\n', '{\n  "name": "Another name",\n'));
    case 'byte-order-mark':
      return respond(200, `\u{feff}${text}`);
    case 'wrong-type':
      return respond(200, text, { 'content-type': 'text/plain' });
    case 'other-format':
      return respond(
        200,
        '{"schema_version":"v1","name_for_model":"daylight","api":{"type":"openapi","url":"/openapi.json"}}',
      );
    case 'none':
      return serve(text, ifNoneMatch);
  }
}

function serve(text: string, ifNoneMatch: string | undefined): ManifestResponse {
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
  return ifNoneMatch === etag ? respond(304, '', { etag }) : respond(200, text, { etag });
}

function respond(status: number, text: string, headers: Readonly<Record<string, string>> = {}): ManifestResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, text };
}

import { createHash } from 'node:crypto';
import type { Conduct } from './behavior.ts';
import { exampleManifest } from './example-manifest.ts';

/** What is sent for the manifest; `hang` for an answer that never comes. */
export type ManifestResponse =
  | 'hang'
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string };

const PLAIN_PATH = '/.well-known/api-manifest.json';
export const MOVED_PATH = '/manifest.json';

/** How a publisher of this conduct answers a request for its manifest, at its well-known path or where that leads. */
export function createManifestResponse(
  origin: string,
  path: string,
  conduct: Conduct,
  ifNoneMatch: string | undefined,
): ManifestResponse {
  const text = `${JSON.stringify(conduct.rewrite(exampleManifest(origin, conduct)), null, 2)}\n`;
  const moved = path === MOVED_PATH;
  switch (conduct.manifestFault) {
    case 'hang':
      return 'hang';
    case 'error':
      return answer(503, '{"error":"down for repair"}', { 'retry-after': '120' });
    case 'missing':
      return answer(404, '{"error":"not found"}');
    case 'forbidden':
      return answer(401, '{"error":"who are you?"}');
    case 'redirect-within':
      return moved ? served(text, ifNoneMatch) : answer(308, '', { location: MOVED_PATH });
    case 'redirect-away':
      return answer(302, '', { location: `https://other.example${PLAIN_PATH}` });
    case 'page':
      return answer(200, '<!doctype html>\n<title>Welcome</title>', { 'content-type': 'text/html' });
    case 'broken-json':
      return answer(200, text.replace(/,\n/, '\n'));
    case 'duplicate-key':
      return answer(200, text.replace('{\n', '{\n  "name": "Another name",\n'));
    case 'byte-order-mark':
      return answer(200, `\u{feff}${text}`);
    case 'wrong-type':
      return answer(200, text, { 'content-type': 'text/plain' });
    case 'other-format':
      return answer(
        200,
        '{"schema_version":"v1","name_for_model":"daylight","api":{"type":"openapi","url":"/openapi.json"}}',
      );
    case 'none':
      return served(text, ifNoneMatch);
  }
}

function served(text: string, ifNoneMatch: string | undefined): ManifestResponse {
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
  return ifNoneMatch === etag ? answer(304, '', { etag }) : answer(200, text, { etag });
}

function answer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): ManifestResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, text };
}

import type { MiddlewareHandler } from 'hono';
import type { Body } from '../catalog/catalog.ts';
import { getBody, responseWith } from '../http/buffered-response.ts';
import { type Digest, isKnown, tagOf } from './conditional.ts';
import { allowOtherOrigins } from './cross-origin.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * Finishes every answer: successful ones to GET and HEAD get a strong ETag, and 304 goes to who has them already
 * (RFC 9110, section 13); all get the headers that browsers want. In one step, because each change of a response that
 * is made already would make another one.
 *
 * @param registry the registry's address
 */
export function finalizeResponse(registry: string, digest?: Digest): MiddlewareHandler {
  const secure = securityHeaders(registry);
  return async (context, next) => {
    await next();
    const { method } = context.req;
    const response = context.res;
    const headers = new Headers(response.headers);
    allowOtherOrigins(headers, method);
    secure(headers);
    const isTagged = response.status === 200 && (method === 'GET' || method === 'HEAD') && !isStream(headers);
    const tag = isTagged ? (headers.get('ETag') ?? (await tagOf(await bytesOf(response), digest))) : undefined;
    if (tag !== undefined) headers.set('ETag', tag);
    // Hono would merge the headers of the response that is replaced into the new one.
    context.res = undefined;
    context.res =
      tag !== undefined && isKnown(context.req.header('If-None-Match'), tag)
        ? notModified(headers)
        : renewed(response, headers);
  };
}

function isStream(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
}

async function bytesOf(response: Response): Promise<Body> {
  return getBody(response) ?? new Uint8Array(await response.clone().arrayBuffer());
}

function notModified(headers: Headers): Response {
  headers.delete('Content-Type');
  headers.delete('Content-Length');
  return new Response(null, { status: 304, headers });
}

function renewed(response: Response, headers: Headers): Response {
  const { status } = response;
  const body = getBody(response);
  return body === undefined
    ? new Response(response.body, { status, headers })
    : responseWith(body, { status, headers });
}

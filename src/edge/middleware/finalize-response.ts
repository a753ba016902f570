import type { MiddlewareHandler } from 'hono';
import type { Body } from '../catalog/catalog.ts';
import { BufferedResponse } from '../http/buffered-response.ts';
import { type Digest, isKnown, tagOf } from './conditional.ts';
import { allowOtherOrigins } from './cross-origin.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * Adds CORS and security headers to all responses, and a strong ETag to successful responses to GET and HEAD. Returns 304
 * for a matching If-None-Match (RFC 9110, section 13). One middleware does it all, because each change would otherwise
 * copy the response.
 *
 * @param registry the registry's URL
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
    // Without this, Hono merges the headers of the previous response into the new one.
    context.res = undefined;
    context.res =
      tag !== undefined && isKnown(context.req.header('If-None-Match'), tag)
        ? notModified(headers)
        : withHeaders(response, headers);
  };
}

function isStream(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
}

async function bytesOf(response: Response): Promise<Body> {
  return response instanceof BufferedResponse ? response.content : new Uint8Array(await response.clone().arrayBuffer());
}

function notModified(headers: Headers): Response {
  headers.delete('Content-Type');
  headers.delete('Content-Length');
  return new Response(null, { status: 304, headers });
}

function withHeaders(response: Response, headers: Headers): Response {
  return response instanceof BufferedResponse
    ? response.withHeaders(headers)
    : new Response(response.body, { status: response.status, headers });
}

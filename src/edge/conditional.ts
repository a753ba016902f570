import type { MiddlewareHandler } from 'hono';

/**
 * Gives every successful answer to GET and HEAD a strong ETag, and answers 304 to who has it already (RFC 9110,
 * section 13). A tag is the hash of the body, so equal bytes have equal tags on every host and after every restart.
 */
export function conditional(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const response = context.res;
    if (response.status !== 200 || !['GET', 'HEAD'].includes(context.req.method)) return;
    if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) return;

    const tag = response.headers.get('ETag') ?? (await tagOf(response.clone()));
    if (tag === undefined) return;
    const headers = new Headers(response.headers);
    headers.set('ETag', tag);
    if (!isKnown(context.req.header('If-None-Match'), tag)) {
      context.res = new Response(response.body, { status: 200, headers });
      return;
    }
    headers.delete('Content-Type');
    headers.delete('Content-Length');
    context.res = undefined;
    context.res = new Response(null, { status: 304, headers });
  };
}

async function tagOf(response: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return `"${Array.from(new Uint8Array(digest, 0, 16), byte => byte.toString(16).padStart(2, '0')).join('')}"`;
}

/** Whether the client has the representation already. `If-None-Match` compares weakly. */
function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag);
}

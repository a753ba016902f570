import type { Context, Hono } from 'hono';
import { preferredType } from '../http/negotiation.ts';
import { Problem } from '../http/problem.ts';

export type Handler = (context: Context) => Promise<Response> | Response;

/**
 * Registers the handler of a path. Other methods get 405 with an Allow header (RFC 9110, section 15.5.6).
 * @param method `any` passes all methods except OPTIONS to the handler, which rejects unsupported ones itself
 */
export function route(app: Hono, path: string, method: 'GET' | 'POST' | 'any', handler: Handler): void {
  if (method === 'any') {
    app.options(path, () => new Response(null, { status: 204, headers: { Allow: 'GET, POST, OPTIONS' } }));
    app.all(path, handler);
    return;
  }
  app.on(method, path, handler);
  app.all(path, context => otherMethod(context, method));
}

/**
 * Registers the handler of all paths without a route. Other methods get 405 if the path exists, and 404 if it does not.
 */
export function routeFiles(app: Hono, find: Handler): void {
  app.get('*', find);
  app.all('*', async context => {
    const found = await find(context);
    return found.status < 400 ? otherMethod(context, 'GET') : found;
  });
}

function otherMethod({ req: { method } }: Context, supported: 'GET' | 'POST'): Response {
  const allowed = [...(supported === 'GET' ? ['GET', 'HEAD'] : ['POST']), 'OPTIONS'].join(', ');
  const headers = { Allow: allowed };
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers });
  throw new Problem('method-not-allowed', `${method} is not supported. Use ${allowed}.`, { headers });
}

/** Returns a decoded path parameter. */
export function param(context: Context, name: string): string {
  return context.req.param(name) ?? '';
}

/** Whether the client prefers HTML to JSON; false without a preference. */
export function prefersHtml(context: Context): boolean {
  return preferredType(context.req.header('Accept'), ['application/json', 'text/html']) === 'text/html';
}

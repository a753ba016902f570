import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { Problem } from './problem.ts';

export type Handler = (context: Context) => Promise<Response> | Response;

/** Answers a path by method; the other methods are told which there are (RFC 9110, section 15.5.6). */
export function route(app: Hono, path: string, handlers: Readonly<Partial<Record<'GET' | 'POST', Handler>>>): void {
  const allowed = [...(handlers.GET ? ['GET', 'HEAD'] : []), ...(handlers.POST ? ['POST'] : []), 'OPTIONS'].join(', ');
  if (handlers.GET) app.get(path, handlers.GET);
  if (handlers.POST) app.post(path, handlers.POST);
  app.options(path, () => new Response(null, { status: 204, headers: { Allow: allowed } }));
  app.all(path, context => {
    throw new Problem('method-not-allowed', `${context.req.method} does not work here; ${allowed} do.`, {
      headers: { Allow: allowed },
    });
  });
}

/** A parameter of a request's path, decoded. */
export function param(context: Context, name: string): string {
  return context.req.param(name) ?? '';
}

/** Whether who asks would rather have a page than JSON; without a preference, JSON it is. */
export function prefersHtml(context: Context): boolean {
  const supports = ['application/json', 'text/html'];
  return accepts(context, { header: 'Accept', supports, default: 'application/json' }) === 'text/html';
}

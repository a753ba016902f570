import { type Context, Hono } from 'hono';
import type { Assets } from './catalog/assets.ts';
import type { EdgeContext, RequestContext } from './context.ts';
import { guardLive } from './guard-live.ts';
import { Problem, problemResponse } from './http/problem.ts';
import { REVALIDATED } from './http/response.ts';
import { checkUrlSyntax } from './http/url-syntax.ts';
import { finalizeResponse } from './middleware/finalize-response.ts';
import { prefersHtml, route, routeFiles } from './middleware/routing.ts';
import { createDirectRoutes, type DirectRoutes } from './routes/direct-routes.ts';
import { createHandlers } from './routes/handlers.ts';
import { page } from './routes/pages.ts';
import { type HandlerId, honoPaths, ROUTE_LIST } from './routes/routes.ts';
import { surfacePath } from './surfaces.ts';

/** A function from request to response; hosts are thin around it. */
export interface App {
  fetch(request: Request, context?: RequestContext): Response | Promise<Response>;
  /** Returns what `fetch` would, faster, for some GET requests without conditions. */
  readonly direct?: DirectRoutes;
}

/** An application that lists the paths of its routes, so that tests can cover all of them. */
export interface RoutedApp extends App {
  /** Paths in Hono's syntax, such as `/listings/:id`. */
  readonly paths: readonly string[];
}

/** Hono uses the first match, so fixed paths come before those with parameters. */
const ROUTES_BY_PRECEDENCE = ROUTE_LIST.filter(({ isPage }) => !isPage)
  .flatMap(each => honoPaths(each).map(path => ({ path, id: each.id as HandlerId, method: each.method })))
  .sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')));

/** Creates the application (specification, section 4). */
export function createApp({ live, ...others }: EdgeContext): RoutedApp {
  const services = { ...others, ...(live && { live: guardLive(live) }) };
  const { addresses, assets } = services;
  const app = new Hono();
  app.use(finalizeResponse(addresses.registry, services.digest), async (context, next) => {
    checkUrlSyntax(context.req.url);
    await next();
  });

  const handlers = createHandlers(services);
  for (const { path, id, method } of ROUTES_BY_PRECEDENCE) route(app, path, method, handlers[id]);
  routeFiles(app, async context => (await page(context, services)) ?? notFound(context, assets));
  app.onError((error, context) => failure(error, context, services));

  const pathOf = surfacePath(addresses);
  return {
    paths: [...new Set(app.routes.map(({ path }) => path))],
    direct: createDirectRoutes(services),
    fetch: (request, context = {}) => app.fetch(atPath(request, pathOf), context),
  };
}

async function notFound(context: Context, assets: Assets): Promise<Response> {
  const page = prefersHtml(context) ? await assets.fetch('/404.html') : undefined;
  if (page) {
    page.headers.append('Vary', 'Accept');
    // The page may exist soon: a publisher who follows a link to a new listing must not keep this one.
    page.headers.set('Cache-Control', REVALIDATED);
    return new Response(page.body, { status: 404, headers: page.headers });
  }
  const detail = `Not found: ${context.req.path.slice(0, 260)}. GET / lists all resources.`;
  throw new Problem('not-found', detail, { headers: { Vary: 'Accept' } });
}

function failure(error: Error, context: Context, { addresses, onError }: EdgeContext): Response {
  if (error instanceof Problem) return problemResponse(error, addresses.site);
  onError?.(error, (context.env as RequestContext).requestId);
  const problem = new Problem('internal-error', `${context.req.method} ${context.req.path.slice(0, 260)} failed.`);
  return problemResponse(problem, addresses.site);
}

/** Rewrites the path of a request to the path on a single host. */
function atPath(request: Request, pathOf: (url: URL) => string): Request {
  const url = new URL(request.url);
  const pathname = pathOf(url);
  if (pathname === url.pathname) return request;
  url.pathname = pathname;
  return new Request(url, request);
}

import { type Context, Hono } from 'hono';
import { guidance } from './agents/guidance.ts';
import { llms, llmsFull } from './agents/llms.ts';
import { documentationTexts } from './agents/markdown/documentation.ts';
import { siteGuidance } from './agents/site-guidance.ts';
import { validatorGuidance } from './agents/validator-guidance.ts';
import { wellKnownDocuments } from './agents/well-known/documents.ts';
import type { Assets } from './catalog/assets.ts';
import type { EdgeContext, RequestContext } from './context.ts';
import { Problem, problemResponse } from './http/problem.ts';
import { rejectQueryParameters } from './http/reject-query-parameters.ts';
import { json, textResponse } from './http/response.ts';
import { checkUrlSyntax } from './http/url-syntax.ts';
import { finalizeResponse } from './middleware/finalize-response.ts';
import { type Handler, param, prefersHtml, route, routeFiles } from './middleware/routing.ts';
import { openapi } from './openapi/openapi.ts';
import { badge } from './routes/badge.ts';
import { categories } from './routes/categories.ts';
import { exportFile } from './routes/export.ts';
import { facetPage } from './routes/facet-page.ts';
import { facets } from './routes/facets.ts';
import { health } from './routes/health.ts';
import { listing, listingHistory, listings, queryFrom } from './routes/listings.ts';
import { mcpRoute } from './routes/mcp-route.ts';
import { callerOf, operationLimits, operations } from './routes/operations.ts';
import { home, page, ROOT_TYPES, SITE_TYPES } from './routes/pages.ts';
import { rootDocument } from './routes/root-document.ts';
import { validatorDocument } from './routes/validator.ts';
import { SITE_GUIDANCE, SITE_HOME, surfacePath } from './surfaces.ts';

/** A function from request to response; hosts are thin around it. */
export interface App {
  fetch(request: Request, context?: RequestContext): Response | Promise<Response>;
}

/** An application that lists the paths of its routes, so that tests can cover all of them. */
export interface RoutedApp extends App {
  /** Paths in Hono's syntax, such as `/listings/:id`. */
  readonly paths: readonly string[];
}

/** For responses that describe the current moment: clients revalidate each time. */
const UNCACHED = { 'Cache-Control': 'public, max-age=0, must-revalidate' };

/** Creates the application (specification, section 4). */
export function createApp(services: EdgeContext): RoutedApp {
  const { addresses, assets, catalog } = services;
  const app = new Hono();
  app.use(finalizeResponse(addresses.registry, services.digest), async (context, next) => {
    checkUrlSyntax(context.req.url);
    await next();
  });

  route(app, '/', { GET: context => home(context, services, ROOT_TYPES) });
  route(app, SITE_HOME, { GET: context => home(context, services, SITE_TYPES) });
  for (const [path, get] of Object.entries(documents(services))) {
    route(app, path, { GET: get });
    if (!path.includes('.')) route(app, `${path}.json`, { GET: get });
  }
  for (const [path, get] of Object.entries(wellKnownDocuments(services))) route(app, path, { GET: get });
  route(app, '/health', {
    GET: async () => json(health((await catalog()).summary, (services.now ?? Date.now)(), services.problems), UNCACHED),
  });
  route(app, '/health.json', { GET: async () => json(health((await catalog()).summary)) });
  route(app, '/listings/by/:parameter/:value/:page{[1-9][0-9]*\\.json}', {
    GET: async context => {
      const page = Number.parseInt(param(context, 'page'), 10);
      return facetPage(param(context, 'parameter'), param(context, 'value'), page, await catalog(), addresses.registry);
    },
  });

  const limits = operationLimits(services);
  const { submit, status, validate } = operations(services, limits);
  route(app, '/listings/submit', { POST: submit });
  route(app, '/listings/submit/:id/status', { GET: rejectQueryParameters(status) });
  for (const path of ['/validate', '/validator/validate']) route(app, path, { POST: validate });

  const hub = mcpRoute(services, limits);
  app.options('/mcp', () => new Response(null, { status: 204, headers: { Allow: 'GET, POST, OPTIONS' } }));
  app.all('/mcp', context => hub.fetch(context.req.raw, callerOf(context)));

  const one = async (id: string) => listing(id, await catalog());
  route(app, '/listings/:file{[^/]+\\.json}', {
    GET: rejectQueryParameters(context => one(param(context, 'file').slice(0, -'.json'.length))),
  });
  route(app, '/listings/:id', { GET: rejectQueryParameters(context => one(param(context, 'id'))) });
  const history: Handler = async context => listingHistory(param(context, 'id'), await catalog());
  for (const path of ['/listings/:id/history', '/listings/:id/history.json']) {
    route(app, path, { GET: rejectQueryParameters(history) });
  }

  route(app, '/export/:file', { GET: context => exportFile(param(context, 'file'), assets) });
  route(app, '/badges/:file{[^/]+\\.svg}', { GET: context => badge(context.req.path, assets) });

  routeFiles(app, async context => (await page(context, services)) ?? notFound(context, assets));
  app.onError((error, context) => failure(error, context, services));

  const pathOf = surfacePath(addresses);
  return {
    paths: [...new Set(app.routes.map(({ path }) => path))],
    fetch: (request, context = {}) => app.fetch(atPath(request, pathOf), context),
  };
}

/** Handlers for paths that support only GET and have no parameters. The static build writes each response to a file. */
function documents({ addresses, assets, catalog }: EdgeContext): Readonly<Record<string, Handler>> {
  const summary = async () => (await catalog()).summary;
  const documentation = () => documentationTexts(addresses, assets);
  const text = 'text/plain; charset=utf-8';
  return {
    // The file for `GET /`, because `/.json` would not be a usable path.
    '/index.json': () => json(rootDocument()),
    '/listings': async context => listings(new URL(context.req.url).searchParams, await catalog(), addresses.registry),
    '/facets': async context => facets(queryFrom(new URL(context.req.url).searchParams), await catalog()),
    '/categories': rejectQueryParameters(async () => json(categories(await summary(), addresses.registry))),
    '/agents': rejectQueryParameters(() => json(guidance(addresses))),
    '/openapi.json': () => textResponse(openapi(addresses), 'application/vnd.oai.openapi+json'),
    '/llms.txt': async () => textResponse(llms(addresses, await summary(), await documentation()), text),
    '/llms-full.txt': async () => textResponse(llmsFull(addresses, await summary(), await documentation()), text),
    '/feed.xml': async () =>
      textResponse((await (await catalog()).feeds()).atom, 'application/atom+xml; charset=utf-8'),
    '/feed.json': async () => textResponse((await (await catalog()).feeds()).json, 'application/feed+json'),
    '/validator': () => json(validatorDocument()),
    '/validator/agents': () => json(validatorGuidance(addresses)),
    [SITE_GUIDANCE]: () => json(siteGuidance(addresses)),
  };
}

async function notFound(context: Context, assets: Assets): Promise<Response> {
  const page = prefersHtml(context) ? await assets.fetch('/404.html') : undefined;
  if (page) {
    page.headers.append('Vary', 'Accept');
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

import { type Context, Hono } from 'hono';
import { checkAddress } from './address-syntax.ts';
import { answer, json } from './answer.ts';
import type { Assets } from './assets.ts';
import { badge } from './badge.ts';
import { categories } from './categories.ts';
import { exportFile } from './export.ts';
import { facetPage } from './facet-page.ts';
import { facets } from './facets.ts';
import { finished } from './finished.ts';
import { guidance } from './guidance.ts';
import { health } from './health.ts';
import { listing, listingHistory, listings, queryFrom } from './listings.ts';
import { llms, llmsFull } from './llms.ts';
import { documentationTexts } from './markdown/documentation.ts';
import { withoutParameters } from './no-parameters.ts';
import { openapi } from './openapi.ts';
import { callerOf, operationLimits, operations } from './operations.ts';
import { home, page, ROOT_TYPES, SITE_TYPES } from './pages.ts';
import { Problem, problemResponse } from './problem.ts';
import { rootDocument } from './root-document.ts';
import { type Handler, param, prefersHtml, route, routeFiles } from './routing.ts';
import type { RequestContext, Services } from './services.ts';
import { siteGuidance } from './site-guidance.ts';
import { SITE_GUIDANCE, SITE_HOME, surfacePath } from './surfaces.ts';
import { toolHub } from './tool-hub.ts';
import { validatorDocument } from './validator.ts';
import { validatorGuidance } from './validator-guidance.ts';
import { wellKnownDocuments } from './well-known/documents.ts';

/** A function from request to response; hosts are thin around it. */
export interface App {
  fetch(request: Request, context?: RequestContext): Response | Promise<Response>;
}

/** An application that also names the paths of its routes, so that a test can tell that it covers all of them. */
export interface RoutedApp extends App {
  /** As Hono writes them, such as `/listings/:id`. */
  readonly paths: readonly string[];
}

/** What tells of this very moment is asked for each time. */
const UNCACHED = { 'Cache-Control': 'public, max-age=0, must-revalidate' };

/** The whole application (specification, section 4). */
export function createApp(services: Services): RoutedApp {
  const { addresses, assets, catalogue } = services;
  const app = new Hono();
  app.use(finished(addresses.registry, services.digest), async (context, next) => {
    checkAddress(context.req.url);
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
    GET: async () =>
      json(health((await catalogue()).summary, (services.now ?? Date.now)(), services.problems), UNCACHED),
  });
  route(app, '/health.json', { GET: async () => json(health((await catalogue()).summary)) });
  route(app, '/listings/by/:parameter/:value/:page{[1-9][0-9]*\\.json}', {
    GET: async context => {
      const page = Number.parseInt(param(context, 'page'), 10);
      return facetPage(
        param(context, 'parameter'),
        param(context, 'value'),
        page,
        await catalogue(),
        addresses.registry,
      );
    },
  });

  const limits = operationLimits(services);
  const { submit, status, validate } = operations(services, limits);
  route(app, '/listings/submit', { POST: submit });
  route(app, '/listings/submit/:id/status', { GET: withoutParameters(status) });
  for (const path of ['/validate', '/validator/validate']) route(app, path, { POST: validate });

  const hub = toolHub(services, limits);
  app.options('/mcp', () => new Response(null, { status: 204, headers: { Allow: 'GET, POST, OPTIONS' } }));
  app.all('/mcp', context => hub.fetch(context.req.raw, callerOf(context)));

  const one = async (id: string) => listing(id, await catalogue());
  route(app, '/listings/:file{[^/]+\\.json}', {
    GET: withoutParameters(context => one(param(context, 'file').slice(0, -'.json'.length))),
  });
  route(app, '/listings/:id', { GET: withoutParameters(context => one(param(context, 'id'))) });
  const history: Handler = async context => listingHistory(param(context, 'id'), await catalogue());
  for (const path of ['/listings/:id/history', '/listings/:id/history.json']) {
    route(app, path, { GET: withoutParameters(history) });
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

/** What answers GET alone, without parameters in its path; each has a file twin. */
function documents({ addresses, assets, catalogue }: Services): Readonly<Record<string, Handler>> {
  const summary = async () => (await catalogue()).summary;
  const documentation = () => documentationTexts(addresses, assets);
  const text = 'text/plain; charset=utf-8';
  return {
    // The twin of `GET /`, whose path has no name that an ending could follow.
    '/index.json': () => json(rootDocument()),
    '/listings': async context =>
      listings(new URL(context.req.url).searchParams, await catalogue(), addresses.registry),
    '/facets': async context => facets(queryFrom(new URL(context.req.url).searchParams), await catalogue()),
    '/categories': withoutParameters(async () => json(categories(await summary(), addresses.registry))),
    '/agents': withoutParameters(() => json(guidance(addresses))),
    '/openapi.json': () => answer(openapi(addresses), 'application/vnd.oai.openapi+json'),
    '/llms.txt': async () => answer(llms(addresses, await summary(), await documentation()), text),
    '/llms-full.txt': async () => answer(llmsFull(addresses, await summary(), await documentation()), text),
    '/feed.xml': async () => answer((await (await catalogue()).feeds()).atom, 'application/atom+xml; charset=utf-8'),
    '/feed.json': async () => answer((await (await catalogue()).feeds()).json, 'application/feed+json'),
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
  const detail = `Nothing answers at ${context.req.path.slice(0, 260)}. GET / lists what there is.`;
  throw new Problem('not-found', detail, { headers: { Vary: 'Accept' } });
}

function failure(error: Error, context: Context, { addresses, onError }: Services): Response {
  if (error instanceof Problem) return problemResponse(error, addresses.site);
  onError?.(error, (context.env as RequestContext).requestId);
  const problem = new Problem('internal-error', `${context.req.method} ${context.req.path.slice(0, 260)} failed.`);
  return problemResponse(problem, addresses.site);
}

/** The request with the path that it has where all surfaces share one host. */
function atPath(request: Request, pathOf: (url: URL) => string): Request {
  const url = new URL(request.url);
  const pathname = pathOf(url);
  if (pathname === url.pathname) return request;
  url.pathname = pathname;
  return new Request(url, request);
}

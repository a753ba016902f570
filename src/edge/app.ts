import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { facetSearch } from '#query/facets.ts';
import { checkAddress } from './address-syntax.ts';
import { answer, json } from './answer.ts';
import type { Assets } from './assets.ts';
import type { Catalogue } from './catalogue.ts';
import { categories } from './categories.ts';
import { conditional } from './conditional.ts';
import type { Addresses } from './configuration.ts';
import { crossOrigin } from './cross-origin.ts';
import { guidance } from './guidance.ts';
import { health } from './health.ts';
import { listing, listings } from './listings.ts';
import { llms, llmsFull } from './llms.ts';
import { openapi } from './openapi.ts';
import { Problem, problemResponse } from './problem.ts';
import { rootDocument } from './root-document.ts';

/** What a host hands in: the edge itself holds no state. */
export interface Services {
  readonly addresses: Addresses;
  /** The registry as it is now. */
  readonly catalogue: () => Promise<Catalogue> | Catalogue;
  readonly assets: Assets;
  /** Told of failures that are ours. */
  readonly onError?: (error: unknown) => void;
}

type Handler = (context: Context) => Promise<Response> | Response;

/** The whole application as a function from request to response; hosts are thin around it (specification, section 4). */
export function createApp(services: Services): { fetch(request: Request): Response | Promise<Response> } {
  const { assets } = services;
  const app = new Hono();
  app.use(crossOrigin(), conditional(), async (context, next) => {
    checkAddress(context.req.url);
    await next();
  });

  route(app, '/', { GET: context => home(context, assets) });
  for (const [path, get] of Object.entries(documents(services))) {
    route(app, path, { GET: get });
    route(app, twinOf(path), { GET: get });
  }
  route(app, '/listings/by/:parameter/:value/:page{[1-9][0-9]*\\.json}', {
    GET: context => facetPage(context, services),
  });
  route(app, '/listings/submit', {
    POST: notYet('Submitting is not offered yet; it comes with the submission pipeline.'),
  });
  route(app, '/validate', { POST: notYet('Validating is not offered yet; it comes with the validator service.') });
  route(app, '/listings/:file{[^/]+\\.json}', {
    GET: async context => listing(param(context, 'file').slice(0, -5), await services.catalogue()),
  });
  route(app, '/listings/:id', { GET: async context => listing(param(context, 'id'), await services.catalogue()) });

  app.get('*', async context => (await assets.fetch(context.req.path)) ?? notFound(context, assets));
  app.all('*', context => notFound(context, assets));
  app.onError((error, context) => failure(error, context, services));
  return app;
}

/** What answers GET alone, without parameters in its path; each has a file twin. */
function documents({ addresses, catalogue }: Services): Readonly<Record<string, Handler>> {
  const summary = async () => (await catalogue()).summary;
  return {
    '/listings': async context =>
      listings(new URL(context.req.url).searchParams, await catalogue(), addresses.registry),
    '/categories': async () => json(categories(await summary(), addresses.registry)),
    '/agents': () => json(guidance(addresses)),
    '/health': async () => json(health(await summary())),
    '/openapi.json': () => answer(openapi(addresses), 'application/vnd.oai.openapi+json'),
    '/llms.txt': async () => answer(llms(addresses, await summary()), 'text/plain; charset=utf-8'),
    '/llms-full.txt': async () => answer(llmsFull(addresses, await summary()), 'text/plain; charset=utf-8'),
  };
}

/** The path of the file that answers like a resource; what has an ending of its own is its own file. */
function twinOf(path: string): string {
  return path.includes('.') ? path : `${path}.json`;
}

/** Answers a path by method; the other methods are told which there are (RFC 9110, section 15.5.6). */
function route(app: Hono, path: string, handlers: Readonly<Partial<Record<'GET' | 'POST', Handler>>>): void {
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

/** `GET /`: the home page for who prefers HTML, else the root document. */
async function home(context: Context, assets: Assets): Promise<Response> {
  const page = prefersHtml(context) ? await assets.fetch('/') : undefined;
  const response = page ?? json(rootDocument());
  response.headers.append('Vary', 'Accept');
  return response;
}

async function facetPage(context: Context, { catalogue, addresses }: Services): Promise<Response> {
  const facet = { parameter: param(context, 'parameter'), value: param(context, 'value') };
  const page = Number.parseInt(param(context, 'page'), 10);
  return listings(facetSearch(facet, page), await catalogue(), addresses.registry);
}

function param(context: Context, name: string): string {
  return context.req.param(name) ?? '';
}

function notYet(detail: string): Handler {
  return () => {
    throw new Problem('not-implemented', detail);
  };
}

async function notFound(context: Context, assets: Assets): Promise<Response> {
  const page = prefersHtml(context) ? await assets.fetch('/404.html') : undefined;
  if (page) return new Response(page.body, { status: 404, headers: page.headers });
  throw new Problem('not-found', `Nothing answers at ${context.req.path.slice(0, 260)}. GET / lists what there is.`);
}

function failure(error: Error, context: Context, { addresses, onError }: Services): Response {
  if (error instanceof Problem) return problemResponse(error, addresses.site);
  onError?.(error);
  return problemResponse(
    new Problem('internal-error', `${context.req.method} ${context.req.path.slice(0, 260)} failed.`),
    addresses.site,
  );
}

function prefersHtml(context: Context): boolean {
  return (
    accepts(context, { header: 'Accept', supports: ['application/json', 'text/html'], default: 'application/json' }) ===
    'text/html'
  );
}

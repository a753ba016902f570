import { createDefaultExample, findExampleApi } from '../agents/example-api.ts';
import { guidance } from '../agents/guidance.ts';
import { llms, llmsFull } from '../agents/llms.ts';
import { documentationTexts } from '../agents/markdown/documentation.ts';
import { siteGuidance } from '../agents/site-guidance.ts';
import { validatorGuidance } from '../agents/validator-guidance.ts';
import { wellKnownHandlers } from '../agents/well-known/documents.ts';
import type { EdgeContext } from '../context.ts';
import { rejectQueryParameters } from '../http/reject-query-parameters.ts';
import { json, textResponse } from '../http/response.ts';
import { type Handler, param } from '../middleware/routing.ts';
import { openapi } from '../openapi/openapi.ts';
import { badge } from './badge.ts';
import { categories } from './categories.ts';
import { collectionHandlers } from './collections.ts';
import { exportFile } from './export.ts';
import { allListingsPage, facetPage } from './facet-page.ts';
import { facets } from './facets.ts';
import { health } from './health.ts';
import { listing, listingHistory, listingManifest, listings, queryFrom } from './listings.ts';
import { mcpRoute } from './mcp-route.ts';
import { callerOf, operationLimits, operations } from './operations.ts';
import { home, ROOT_TYPES, SITE_TYPES } from './pages.ts';
import { rootDocumentOfFiles } from './root-document.ts';
import type { HandlerId } from './routes.ts';
import { validatorDocument } from './validator.ts';

/** For responses that describe the current moment: clients revalidate each time. */
const UNCACHED = { 'Cache-Control': 'public, max-age=0, must-revalidate' };

/** Creates the handlers of all routes in the table, except pages and files of the build. */
export function createHandlers(services: EdgeContext): Readonly<Record<HandlerId, Handler>> {
  const { addresses, assets, catalog, digest } = services;
  const { registry } = addresses;
  const summary = async () => (await catalog()).summary;
  const documentation = () => documentationTexts(addresses, assets);
  const text = 'text/plain; charset=utf-8';

  const limits = operationLimits(services);
  const { submit, status, validate } = operations(services, limits);
  const exampleApi = async () => findExampleApi(await catalog(), addresses);
  const mcp = mcpRoute(services, limits);
  const exported: Handler = context => exportFile(context.req.path.slice('/export/'.length), assets);

  return {
    getRoot: context => home(context, services, ROOT_TYPES),
    getRootFile: () => json(rootDocumentOfFiles(addresses.siteName)),
    getSiteHome: context => home(context, services, SITE_TYPES),
    listListings: async context => listings(searchOf(context), await catalog(), registry, digest),
    getListing: rejectQueryParameters(async context => listing(idOf(context), await catalog())),
    getListingHistory: rejectQueryParameters(async context => listingHistory(param(context, 'id'), await catalog())),
    getListingManifest: rejectQueryParameters(async context => listingManifest(param(context, 'id'), await catalog())),
    countFacets: async context => facets(queryFrom(searchOf(context)), await catalog()),
    getFacetPage: async context => {
      const page = Number.parseInt(param(context, 'page'), 10);
      const facet = { parameter: param(context, 'parameter'), value: param(context, 'value') };
      return facetPage(facet, page, await catalog(), registry, digest);
    },
    getListingsPage: async context =>
      allListingsPage(Number.parseInt(param(context, 'page'), 10), await catalog(), registry, digest),
    getAtomFeed: async () =>
      textResponse((await (await catalog()).feeds()).atom, 'application/atom+xml; charset=utf-8'),
    getJsonFeed: async () => textResponse((await (await catalog()).feeds()).json, 'application/feed+json'),
    listCategories: rejectQueryParameters(async () => json(categories(await summary(), registry))),
    ...collectionHandlers(services),
    getGuidance: rejectQueryParameters(() => getGuidance(services)),
    getLlmsTxt: async () => textResponse(llms(addresses, await summary(), await documentation()), text),
    getLlmsFullTxt: async () =>
      textResponse(llmsFull(addresses, await summary(), await documentation(), await exampleApi()), text),
    getHealth: async () =>
      json(health(await summary(), addresses.siteName, (services.now ?? Date.now)(), services.problems?.()), UNCACHED),
    getHealthFile: async () => json(health(await summary(), addresses.siteName)),
    getOpenapi: () => textResponse(openapi(addresses), 'application/vnd.oai.openapi+json'),
    submitListing: submit,
    getSubmission: rejectQueryParameters(status),
    ...wellKnownHandlers(services),
    getExportIndex: exported,
    getExportSignature: exported,
    getExportFile: exported,
    getBadge: async context => badge(param(context, 'id').replace(/\.svg$/, ''), await catalog(), addresses.siteName),
    getSiteGuidance: rejectQueryParameters(async () => json(siteGuidance(addresses, await exampleApi()))),
    validate,
    validateAtValidator: validate,
    getValidator: () => json(validatorDocument(addresses)),
    getValidatorGuidance: rejectQueryParameters(async () => json(validatorGuidance(addresses, await exampleApi()))),
    callMcp: context => mcp.fetch(context.req.raw, callerOf(context)),
  };
}

/** Responds with the guidance for agents. If the data cannot be loaded, it has no counts, because agents start here. */
async function getGuidance({ addresses, catalog, onError }: EdgeContext): Promise<Response> {
  try {
    const current = await catalog();
    return json(guidance(addresses, await findExampleApi(current, addresses), current.summary.statuses));
  } catch (error) {
    onError?.(error);
    return json(guidance(addresses, createDefaultExample(addresses)), UNCACHED);
  }
}

type RequestContext = Parameters<Handler>[0];

function searchOf({ req }: RequestContext): URLSearchParams {
  return new URL(req.url).searchParams;
}

/** Returns the id of a listing from the path of its resource or of its file. */
function idOf(context: RequestContext): string {
  return param(context, 'id').replace(/\.json$/, '');
}

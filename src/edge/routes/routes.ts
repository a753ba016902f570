import { PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { values } from '#manifest/taxonomy.ts';
import { SKILLS } from '../agents/skills/all-skills.ts';

/** One route of the application. */
export interface Route {
  /** `any`: the handler receives all methods and rejects unsupported ones itself. */
  readonly method: 'GET' | 'POST' | 'any';
  /** The path in OpenAPI's syntax, such as `/listings/{id}`. */
  readonly path: string;
  /** The static file that equals the response, in the same syntax. The application serves it at this path, too. */
  readonly file?: string;
  /** The part of the static build that writes the file. `pages` needs the pages of the site. */
  readonly part?: 'documents' | 'pages' | 'feeds' | 'listing' | 'lists';
  /** True if the OpenAPI description omits the route. */
  readonly hidden?: true;
  /** True if the response is a file of the build or a page, found by its path. */
  readonly isPage?: true;
  /** The allowed values of the only parameter; each becomes a separate path. */
  readonly values?: readonly string[];
  /** A regular expression for the last parameter. */
  readonly pattern?: string;
  /** The name in logs and metrics, if it is not the path. */
  readonly name?: string;
}

/**
 * All routes by operation id: the source of the router, the OpenAPI paths, the names in logs and metrics, and the paths
 * of static files.
 */
export const ROUTES = {
  getRoot: { method: 'GET', path: '/' },
  getRootFile: { method: 'GET', path: '/index.json', file: '/index.json', part: 'documents', hidden: true },
  getSiteHome: { method: 'GET', path: '/site/', hidden: true },
  listListings: { method: 'GET', path: '/listings', file: '/listings.json', part: 'documents' },
  getListing: { method: 'GET', path: '/listings/{id}', file: '/listings/{id}.json', part: 'listing' },
  getListingHistory: {
    method: 'GET',
    path: '/listings/{id}/history',
    file: '/listings/{id}/history.json',
    part: 'listing',
  },
  getListingManifest: {
    method: 'GET',
    path: '/listings/{id}/manifest.json',
    file: '/listings/{id}/manifest.json',
    part: 'listing',
  },
  countFacets: { method: 'GET', path: '/facets', file: '/facets.json', part: 'documents' },
  getFacetPage: {
    method: 'GET',
    path: '/listings/by/{parameter}/{value}/{page}.json',
    file: '/listings/by/{parameter}/{value}/{page}.json',
    part: 'lists',
    hidden: true,
    pattern: '[1-9][0-9]*',
    name: '/listings/by/{parameter}/{value}/{page}',
  },
  getListingsPage: {
    method: 'GET',
    path: '/listings/pages/{page}.json',
    file: '/listings/pages/{page}.json',
    part: 'lists',
    hidden: true,
    pattern: '[1-9][0-9]*',
    name: '/listings/pages/{page}',
  },
  getAtomFeed: { method: 'GET', path: '/feed.xml', file: '/feed.xml', part: 'feeds' },
  getJsonFeed: { method: 'GET', path: '/feed.json', file: '/feed.json', part: 'feeds' },
  listCategories: { method: 'GET', path: '/categories', file: '/categories.json', part: 'documents' },
  listCollections: { method: 'GET', path: '/collections', file: '/collections.json', part: 'documents' },
  getCollection: {
    method: 'GET',
    path: '/collections/{collection}',
    file: '/collections/{collection}.json',
    part: 'lists',
  },
  getCollectionAtomFeed: {
    method: 'GET',
    path: '/collections/{collection}/feed.xml',
    file: '/collections/{collection}/feed.xml',
    part: 'lists',
  },
  getCollectionJsonFeed: {
    method: 'GET',
    path: '/collections/{collection}/feed.json',
    file: '/collections/{collection}/feed.json',
    part: 'lists',
  },
  getGuidance: { method: 'GET', path: '/agents', file: '/agents.json', part: 'documents' },
  getLlmsTxt: { method: 'GET', path: '/llms.txt', file: '/llms.txt', part: 'pages' },
  getLlmsFullTxt: { method: 'GET', path: '/llms-full.txt', file: '/llms-full.txt', part: 'pages' },
  getHealth: { method: 'GET', path: '/health' },
  getHealthFile: {
    method: 'GET',
    path: '/health.json',
    file: '/health.json',
    part: 'documents',
    hidden: true,
    name: '/health',
  },
  getOpenapi: { method: 'GET', path: '/openapi.json', file: '/openapi.json', part: 'documents' },
  getSchema: { method: 'GET', path: '/schemas/{version}/manifest.json', isPage: true },
  submitListing: { method: 'POST', path: '/listings/submit' },
  getSubmission: { method: 'GET', path: '/listings/submit/{submission_id}/status' },
  getApiCatalog: wellKnown('/.well-known/api-catalog'),
  getSkillIndex: wellKnown('/.well-known/agent-skills/index.json'),
  getAgenticResources: wellKnown('/.well-known/ard.json'),
  getAiCatalog: wellKnown('/.well-known/ai-catalog.json'),
  getOwnManifest: wellKnown('/.well-known/api-manifest.json'),
  getServerCard: wellKnown('/.well-known/mcp/server-card.json'),
  getSecurityTxt: wellKnown('/.well-known/security.txt'),
  getPublicKeys: wellKnown(PUBLIC_KEYS),
  getRobotsTxt: wellKnown('/robots.txt'),
  getSitemap: wellKnown('/sitemap.xml'),
  getSitemapPart: { method: 'GET', path: '/sitemap/{part}.xml', hidden: true, pattern: '[1-9][0-9]*' },
  getSkill: {
    method: 'GET',
    path: '/.well-known/agent-skills/{skill}/SKILL.md',
    file: '/.well-known/agent-skills/{skill}/SKILL.md',
    part: 'documents',
    values: SKILLS.map(({ name }) => name),
  },
  getCategoryCatalog: {
    method: 'GET',
    path: '/api-catalogs/{category}.json',
    file: '/api-catalogs/{category}.json',
    part: 'lists',
    values: values('categories'),
  },
  getListingMarkdown: { method: 'GET', path: '/apis/{id}/index.md', isPage: true },
  getExportIndex: { method: 'GET', path: '/export/index.json' },
  getExportSignature: { method: 'GET', path: '/export/signature.json' },
  getExportFile: { method: 'GET', path: '/export/{file}' },
  getBadge: { method: 'GET', path: '/badges/{id}.svg', hidden: true },
  getSiteGuidance: { method: 'GET', path: '/site/agents', file: '/site/agents.json', part: 'documents' },
  validate: { method: 'POST', path: '/validate' },
  validateAtValidator: { method: 'POST', path: '/validator/validate' },
  getValidator: { method: 'GET', path: '/validator', file: '/validator.json', part: 'documents' },
  getValidatorGuidance: {
    method: 'GET',
    path: '/validator/agents',
    file: '/validator/agents.json',
    part: 'documents',
  },
  callMcp: { method: 'any', path: '/mcp', hidden: true },
  getMcpServerCard: {
    method: 'GET',
    path: '/mcp/server-card',
    file: '/mcp/server-card',
    part: 'documents',
    hidden: true,
  },
  getCollectionPage: { method: 'GET', path: '/collections/{collection}/', hidden: true, isPage: true },
  getListingPage: { method: 'GET', path: '/apis/{id}/', hidden: true, isPage: true },
  getDocumentationPage: { method: 'GET', path: '/docs/{page}/', hidden: true, isPage: true },
  getCategoryPage: { method: 'GET', path: '/categories/{category}/', hidden: true, isPage: true },
  getPrimaryCategoryPage: { method: 'GET', path: '/primary/{category}/', hidden: true, isPage: true },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteId = keyof typeof ROUTES;

type Matching<Property> = {
  [Id in RouteId]: (typeof ROUTES)[Id] extends Property ? Id : never;
}[RouteId];

/** The routes that the OpenAPI description contains. */
export type OperationId = Exclude<RouteId, Matching<{ readonly hidden: true }>>;

/** The routes with separate handlers. */
export type HandlerId = Exclude<RouteId, Matching<{ readonly isPage: true }>>;

/** All routes with their ids, in the order of the table. */
export const ROUTE_LIST: readonly (Route & { readonly id: RouteId })[] = Object.entries(ROUTES).map(([id, route]) => ({
  id: id as RouteId,
  ...(route as Route),
}));

/** Returns the paths of the static files that a part of the build writes, without files that have other parameters. */
export function filePaths(part: Route['part']): readonly string[] {
  return ROUTE_LIST.filter(route => route.part === part && route.file !== undefined)
    .flatMap(route => expandPath(route.file ?? '', route.values))
    .filter(path => !path.includes('{'));
}

/**
 * Returns the paths of a route in Hono's syntax, the more specific ones first: `/listings/:id{[^/]+\.json}` for the file
 * `/listings/{id}.json`.
 */
export function honoPaths({ path, file = path, values: allowed, pattern = '[^/]+' }: Route): readonly string[] {
  const paths = [...new Set([file, path])].flatMap(each => expandPath(each, allowed));
  return paths.map(each =>
    each.replace(/\{(\w+)\}(\.\w+)?/g, (_, name: string, suffix?: string) =>
      suffix === undefined ? `:${name}` : `:${name}{${pattern}\\${suffix}}`,
    ),
  );
}

function expandPath(path: string, allowed: readonly string[] | undefined): readonly string[] {
  return allowed?.map(value => path.replace(/\{\w+\}/, value)) ?? [path];
}

/** A document at a conventional path, which the build writes to a file at the same path. */
function wellKnown<const P extends string>(path: P) {
  return { method: 'GET', path, file: path, part: 'documents' } as const;
}

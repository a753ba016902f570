import { listingPage } from '#listing/row.ts';
import type { RowPage } from '#query/engine.ts';
import { facetPath, facetSearch, facetsOf } from '#query/facets.ts';
import { readParameters } from '#query/parameters.ts';
import { EVERYTHING } from '#query/query.ts';
import type { Catalogue } from './catalogue.ts';
import { listingsPage } from './listings.ts';
import { TWIN } from './markdown/twin-address.ts';
import { listTwins, twinPaths } from './markdown/twins.ts';
import { SKILLS } from './skills/all-skills.ts';
import { skillPath } from './skills/skill.ts';
import { CATEGORY_CATALOGS } from './well-known/category-catalogs.ts';
import { WELL_KNOWN } from './well-known/descriptions.ts';
import { sitemapPaths } from './well-known/sitemap.ts';

/** The single documents that have a file twin; lists and listings come in addition (design: Static output). */
const DOCUMENTS = [
  '/index.json',
  '/listings.json',
  '/facets.json',
  '/categories.json',
  '/agents.json',
  '/health.json',
  '/openapi.json',
  '/validator.json',
  '/validator/agents.json',
  '/site/agents.json',
  '/mcp/server-card',
  ...Object.keys(WELL_KNOWN),
  ...SKILLS.map(skillPath),
  ...CATEGORY_CATALOGS.keys(),
];

/** Those that tell of what is new of single listings. */
export const FEEDS = ['/feed.xml', '/feed.json'];

/** Those that need the site's pages, as the twins of its documentation do. */
const OF_PAGES = ['/llms.txt', '/llms-full.txt'];

/** A file twin that does not tell of one listing alone. */
export interface StaticFile {
  readonly path: string;
  /** All that it shows of the registry, where that is at hand without making the file. */
  readonly shows?: RowPage;
  /** What it holds, in pieces, where that takes less than to ask the application. */
  content?(): Promise<readonly Uint8Array[]>;
}

/** The paths of the files that tell of one listing alone. */
export function listingPaths(id: string): readonly string[] {
  const path = `/listings/${encodeURIComponent(id)}`;
  return [`${path}.json`, `${path}/history.json`, listingPage(id) + TWIN];
}

/**
 * All other files that make a plain file host a complete registry: each answers what the application answers
 * under the same path, so the build writes the application's own bytes. Those that need the site's pages come last.
 *
 * @param registry the registry's address
 */
export async function* staticFiles(catalogue: Catalogue, registry: string): AsyncGenerator<StaticFile> {
  yield* listTwins(catalogue);
  for (const facet of facetsOf(catalogue.summary.currencies)) {
    const pages = await pageCount(facetSearch(facet, 1), catalogue);
    for (let page = 1; page <= pages; page++) {
      const content = async () => (await listingsPage(facetSearch(facet, page), catalogue, registry)).pieces;
      yield { path: facetPath(facet, page), content };
    }
  }
  for (const path of [...DOCUMENTS, ...sitemapPaths(catalogue), ...OF_PAGES, ...twinPaths()]) yield { path };
}

async function pageCount(search: URLSearchParams, { engine }: Catalogue): Promise<number> {
  const parameters = readParameters(search);
  if (!parameters.ok) throw new Error(`A facet of our own is no valid query: ${search}`);
  const { total } = await engine.search({ ...parameters.query, limit: 1 });
  return Math.max(1, Math.ceil(total / EVERYTHING.limit));
}

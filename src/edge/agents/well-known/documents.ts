import { PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { keySet } from '#listing/export/signing-key.ts';
import { createServerCard, SERVER_CARD_TYPE } from '#mcp/server-card.ts';
import { memoizeByCatalog } from '../../catalog/memoize-by-catalog.ts';
import type { EdgeContext } from '../../context.ts';
import { Problem } from '../../http/problem.ts';
import { textResponse } from '../../http/response.ts';
import type { Handler } from '../../middleware/routing.ts';
import { documentationTexts } from '../markdown/documentation.ts';
import { SKILLS } from '../skills/all-skills.ts';
import { skillMarkdown, skillPath } from '../skills/skill.ts';
import { skillIndex } from '../skills/skill-index.ts';
import { API_CATALOG_PATH, apiCatalog } from './api-catalog.ts';
import { agenticResources } from './ard.ts';
import { CATEGORY_CATALOGS, categoryCatalogs } from './category-catalogs.ts';
import { LINKSET_TYPE, WELL_KNOWN, type WellKnownPath } from './descriptions.ts';
import { ownManifest } from './own-manifest.ts';
import { robots } from './robots.ts';
import { securityTxt } from './security-txt.ts';
import { sitemap } from './sitemap.ts';

/** The documents that have their places by some convention, by their paths; each has a file twin. */
export function wellKnownDocuments({ addresses, assets, catalog }: EdgeContext): Readonly<Record<string, Handler>> {
  const siteMap = memoizeByCatalog(async current => {
    const pages = await documentationTexts(addresses, assets);
    return sitemap(
      current,
      addresses.site,
      pages.map(({ page }) => page.path),
    );
  });
  const catalogs = memoizeByCatalog(categoryCatalogs);
  const texts: Readonly<
    Record<Exclude<WellKnownPath, '/sitemap.xml' | typeof PUBLIC_KEYS>, () => Promise<string> | string>
  > = {
    '/.well-known/api-catalog': () => apiCatalog(addresses),
    '/.well-known/agent-skills/index.json': () => skillIndex(addresses),
    '/.well-known/ard.json': () => agenticResources(addresses),
    '/.well-known/ai-catalog.json': () => agenticResources(addresses),
    '/.well-known/api-manifest.json': () => ownManifest(addresses),
    '/.well-known/mcp/server-card.json': () => createServerCard(addresses),
    '/.well-known/security.txt': async () => securityTxt(addresses, (await catalog()).summary),
    '/robots.txt': () => robots(addresses),
  };

  async function siteMapFile(path: string): Promise<string> {
    const text = (await siteMap(await catalog())).get(path);
    if (text === undefined) throw new Problem('not-found', 'The site map has no such file. /sitemap.xml lists them.');
    return text;
  }

  /** What takes all listings to make is made once for a build, and read from it where it is served. */
  async function builtOr(path: string, type: string, make: () => Promise<string>): Promise<Response> {
    const built = await assets.fetch(path);
    return textResponse(built ? new Uint8Array(await built.arrayBuffer()) : await make(), type);
  }

  const handlers: Record<string, Handler> = {};
  for (const [path, text] of Object.entries(texts)) {
    const { type } = WELL_KNOWN[path as WellKnownPath];
    const headers = path === API_CATALOG_PATH ? { Link: `<${API_CATALOG_PATH}>; rel="api-catalog"` } : {};
    handlers[path] = async () => textResponse(await text(), type, headers);
  }
  handlers['/mcp/server-card'] = () => textResponse(createServerCard(addresses), SERVER_CARD_TYPE);
  for (const path of ['/sitemap.xml', '/sitemap/:part{[1-9][0-9]*\\.xml}'])
    handlers[path] = context =>
      builtOr(context.req.path, WELL_KNOWN['/sitemap.xml'].type, () => siteMapFile(context.req.path));
  handlers[PUBLIC_KEYS] = () => builtOr(PUBLIC_KEYS, WELL_KNOWN[PUBLIC_KEYS].type, async () => keySet([]));
  for (const [path, category] of CATEGORY_CATALOGS)
    handlers[path] = () => builtOr(path, LINKSET_TYPE, async () => catalogs(await catalog())(category));
  for (const skill of SKILLS)
    handlers[skillPath(skill)] = () => textResponse(skillMarkdown(skill, addresses), 'text/markdown; charset=utf-8');
  return handlers;
}

import { PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { keySet } from '#listing/export/signing-key.ts';
import { createServerCard, SERVER_CARD_TYPE } from '#mcp/server-card.ts';
import { builtOr } from '../../catalog/built-file.ts';
import { memoizeByCatalog } from '../../catalog/memoize.ts';
import type { Addresses } from '../../config.ts';
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
import { LINKSET_TYPE, WELL_KNOWN, type WellKnownId } from './descriptions.ts';
import { ownManifest } from './own-manifest.ts';
import { securityTxt } from './security-txt.ts';
import { SITE_PAGES, sitemap } from './sitemap.ts';

/** Creates the handlers of documents at conventional paths. */
export function wellKnownHandlers({
  addresses,
  assets,
  catalog,
}: EdgeContext): Readonly<
  Record<WellKnownId | 'getSitemapPart' | 'getSkill' | 'getCategoryCatalog' | 'getMcpServerCard', Handler>
> {
  const createSitemap = memoizeByCatalog(async current => {
    const pages = await documentationTexts(addresses, assets);
    const built = await Promise.all(SITE_PAGES.map(async path => ((await assets.fetch(path)) ? [path] : [])));
    return sitemap(current, addresses.site, [...pages.map(({ page }) => page.path), ...built.flat()]);
  });
  const catalogs = memoizeByCatalog(categoryCatalogs);

  async function sitemapFile(path: string): Promise<string> {
    const text = (await createSitemap(await catalog())).get(path);
    if (text === undefined) throw new Problem('not-found', 'Sitemap file not found. /sitemap.xml lists all files.');
    return text;
  }

  const document =
    (id: WellKnownId, create: () => Promise<string> | string, headers?: Readonly<Record<string, string>>): Handler =>
    async () =>
      textResponse(await create(), WELL_KNOWN[id].type, headers);
  const serverCard = async () => createServerCard(addresses, (await catalog()).summary.statuses);
  const sitemapHandler: Handler = ({ req: { path } }) =>
    builtOr(assets, path, WELL_KNOWN.getSitemap.type, () => sitemapFile(path));

  return {
    getApiCatalog: document('getApiCatalog', () => apiCatalog(addresses), {
      Link: `<${API_CATALOG_PATH}>; rel="api-catalog"`,
    }),
    getSkillIndex: document('getSkillIndex', () => skillIndex(addresses)),
    getAgenticResources: document('getAgenticResources', () => agenticResources(addresses)),
    getAiCatalog: document('getAiCatalog', () => agenticResources(addresses)),
    getOwnManifest: document('getOwnManifest', () => ownManifest(addresses)),
    getServerCard: document('getServerCard', serverCard),
    getSecurityTxt: document('getSecurityTxt', async () => securityTxt(addresses, (await catalog()).summary)),
    getPublicKeys: async () => {
      // Before the first build of a server, this fails, because the keys are unknown.
      const built = await assets.fetch(PUBLIC_KEYS);
      const keys = built ? new Uint8Array(await built.arrayBuffer()) : keySet([]);
      return textResponse(keys, WELL_KNOWN.getPublicKeys.type);
    },
    getRobotsTxt: document('getRobotsTxt', () => robots(addresses)),
    getSitemap: sitemapHandler,
    getSitemapPart: sitemapHandler,
    getSkill: ({ req: { path } }) => {
      const skill = SKILLS.find(each => skillPath(each) === path);
      if (skill === undefined) throw new Problem('not-found', 'Skill not found. The skill index lists all skills.');
      return textResponse(skillMarkdown(skill, addresses), 'text/markdown; charset=utf-8');
    },
    getCategoryCatalog: ({ req: { path } }) => {
      const category = CATEGORY_CATALOGS.get(path);
      if (category === undefined)
        throw new Problem('not-found', 'Catalog not found. The API catalog lists all catalogs.');
      return builtOr(assets, path, LINKSET_TYPE, async () => catalogs(await catalog())(category));
    },
    getMcpServerCard: async () => textResponse(await serverCard(), SERVER_CARD_TYPE),
  };
}

/** Creates `/robots.txt`, which allows all uses and links to the sitemap. */
function robots({ site }: Addresses): string {
  return `# Everything here is public, and licensed for any use.
User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=yes
Allow: /

Sitemap: ${site}/sitemap.xml
Agentmap: ${site}/.well-known/ard.json
`;
}

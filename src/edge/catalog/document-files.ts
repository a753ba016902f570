import { listMarkdownPaths } from '../agents/markdown/markdown-route.ts';
import { SKILLS } from '../agents/skills/all-skills.ts';
import { skillPath } from '../agents/skills/skill.ts';
import { WELL_KNOWN } from '../agents/well-known/descriptions.ts';
import { sitemapPaths } from '../agents/well-known/sitemap.ts';
import type { Catalog } from './catalog.ts';

/**
 * Documents with a static file, except lists (`list-files.ts`) and documents of one listing (`listing-files.ts`; design:
 * Static output).
 */
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
];

/** Documents that include pages of the site, such as the documentation. */
const OF_PAGES = ['/llms.txt', '/llms-full.txt'];

/**
 * Returns the paths of all documents that a static host needs. Each file equals the application's response at the same
 * path. Documents that include pages of the site come last.
 */
export function documentPaths(catalog: Catalog): readonly string[] {
  return [...DOCUMENTS, ...sitemapPaths(catalog), ...OF_PAGES, ...listMarkdownPaths()];
}

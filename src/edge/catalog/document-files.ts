import { listMarkdownPaths } from '../agents/markdown/markdown-route.ts';
import { SKILLS } from '../agents/skills/all-skills.ts';
import { skillPath } from '../agents/skills/skill.ts';
import { WELL_KNOWN } from '../agents/well-known/descriptions.ts';
import { sitemapPaths } from '../agents/well-known/sitemap.ts';
import type { Catalog } from './catalog.ts';

/**
 * The single documents that have a file twin; lists (`list-files.ts`) and what tells of single listings
 * (`listing-files.ts`) come in addition (design: Static output).
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

/** Those that need the site's pages, as the twins of its documentation do. */
const OF_PAGES = ['/llms.txt', '/llms-full.txt'];

/**
 * The paths of all single documents that make a plain file host a complete registry: each file holds what the application
 * answers under the same path. Those that need the site's pages come last.
 */
export function documentPaths(catalog: Catalog): readonly string[] {
  return [...DOCUMENTS, ...sitemapPaths(catalog), ...OF_PAGES, ...listMarkdownPaths()];
}

import type { Catalogue } from './catalogue.ts';
import { twinPaths } from './markdown/twins.ts';
import { SKILLS } from './skills/all-skills.ts';
import { skillPath } from './skills/skill.ts';
import { WELL_KNOWN } from './well-known/descriptions.ts';
import { sitemapPaths } from './well-known/sitemap.ts';

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
export function documentPaths(catalogue: Catalogue): readonly string[] {
  return [...DOCUMENTS, ...sitemapPaths(catalogue), ...OF_PAGES, ...twinPaths()];
}

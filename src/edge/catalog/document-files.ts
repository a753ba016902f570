import { listMarkdownPaths } from '../agents/markdown/markdown-route.ts';
import { sitemapPaths } from '../agents/well-known/sitemap.ts';
import { filePaths } from '../routes/routes.ts';
import type { Catalog } from './catalog.ts';

/**
 * Returns the paths of all documents that a static host needs, except lists (`list-files.ts`) and documents of one listing
 * (`listing-files.ts`; design: Static output). Each file equals the application's response at the same path. Documents
 * that include pages of the site come last.
 */
export function documentPaths(catalog: Catalog): readonly string[] {
  return [...filePaths('documents'), ...sitemapPaths(catalog), ...filePaths('pages'), ...listMarkdownPaths()];
}

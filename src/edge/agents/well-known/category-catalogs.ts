import type { Row } from '#contract/row.ts';
import { type Term, values } from '#manifest/taxonomy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { listedRows } from '../../catalog/listed-rows.ts';
import { memoize } from '../../catalog/memoize.ts';
import { toMarkdownUrl } from '../markdown/markdown-url.ts';
import { type LinkContext, linkset } from './linkset.ts';

/** Returns the path of the catalog of a category. */
export function categoryCatalogPath(category: Term<'categories'>): string {
  return `/api-catalogs/${category}.json`;
}

/** The category of each catalog, by path. */
export const CATEGORY_CATALOGS: ReadonlyMap<string, Term<'categories'>> = new Map(
  values('categories').map(category => [categoryCatalogPath(category), category]),
);

/**
 * Returns a function that creates the catalog of a category (RFC 9727): each listed API with links to its listing and its
 * manifest, if it serves one. Caches each catalog.
 */
export function categoryCatalogs(catalog: Catalog): (category: Term<'categories'>) => Promise<string> {
  return memoize(category => catalogOf(category, catalog));
}

/** Creates the catalog of a category. */
export async function catalogOf(category: Term<'categories'>, catalog: Catalog): Promise<string> {
  const contexts: LinkContext[] = [];
  for await (const row of listedRows(catalog, { category: [category] })) contexts.push(contextOf(row));
  return linkset(contexts);
}

function contextOf({ url, name, links }: Row): LinkContext {
  return {
    anchor: url,
    'service-doc': [
      { href: links.html, type: 'text/html', title: name },
      { href: toMarkdownUrl(links.html), type: 'text/markdown' },
    ],
    'service-meta': [
      { href: links.self, type: 'application/json' },
      ...(links.manifest === null ? [] : [{ href: links.manifest, type: 'application/json', title: 'Manifest' }]),
    ],
  };
}

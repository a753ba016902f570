import type { Row } from '#contract/row.ts';
import { type Term, values } from '#manifest/taxonomy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { listedRows } from '../../catalog/listed-rows.ts';
import { toMarkdownUrl } from '../markdown/markdown-url.ts';
import { type LinkContext, linkset } from './linkset.ts';

/** Where the catalog of a category's listed APIs is. */
export function categoryCatalogPath(category: Term<'categories'>): string {
  return `/api-catalogs/${category}.json`;
}

/** The paths of all catalogs with their categories. */
export const CATEGORY_CATALOGS: ReadonlyMap<string, Term<'categories'>> = new Map(
  values('categories').map(category => [categoryCatalogPath(category), category]),
);

/**
 * The listed APIs of each category as catalogs (RFC 9727, nested): each API with what this registry has of it, and
 * its manifest where it serves one. A catalog is made when it is first asked for.
 */
export function categoryCatalogs(catalog: Catalog): (category: Term<'categories'>) => Promise<string> {
  const made = new Map<Term<'categories'>, Promise<string>>();
  return category => {
    const known = made.get(category) ?? catalogOf(category, catalog);
    made.set(category, known);
    return known;
  };
}

async function catalogOf(category: Term<'categories'>, catalog: Catalog): Promise<string> {
  return categoryCatalog(await rowsOfCategory(category, catalog));
}

/** What the catalog of a category tells of. */
export async function rowsOfCategory(category: Term<'categories'>, catalog: Catalog): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of listedRows(catalog, { category })) rows.push(row);
  return rows;
}

/** The catalog of some listed APIs. */
export function categoryCatalog(rows: readonly Row[]): string {
  return linkset(rows.map(contextOf));
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

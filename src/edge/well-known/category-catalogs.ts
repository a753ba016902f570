import type { Row } from '#listing/row.ts';
import { type Term, values } from '#manifest/taxonomy.ts';
import type { Catalogue } from '../catalogue.ts';
import { everyRow } from '../every-row.ts';
import { twinOf } from '../markdown/twin-address.ts';
import { type LinkContext, linkset } from './linkset.ts';

/** Where the catalogue of a category's listed APIs is. */
export function categoryCatalogPath(category: Term<'categories'>): string {
  return `/api-catalogs/${category}.json`;
}

/** The paths of all catalogues with their categories. */
export const CATEGORY_CATALOGS: ReadonlyMap<string, Term<'categories'>> = new Map(
  values('categories').map(category => [categoryCatalogPath(category), category]),
);

/**
 * The listed APIs of each category as catalogues (RFC 9727, nested): each API with what this registry has of it, and
 * its manifest where it serves one. A catalogue is made when it is first asked for.
 */
export function categoryCatalogs(catalogue: Catalogue): (category: Term<'categories'>) => Promise<string> {
  const made = new Map<Term<'categories'>, Promise<string>>();
  return category => {
    const known = made.get(category) ?? catalogOf(category, catalogue);
    made.set(category, known);
    return known;
  };
}

async function catalogOf(category: Term<'categories'>, catalogue: Catalogue): Promise<string> {
  return categoryCatalog(await rowsOfCategory(category, catalogue));
}

/** What the catalogue of a category tells of. */
export async function rowsOfCategory(category: Term<'categories'>, catalogue: Catalogue): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of everyRow(catalogue, { category })) rows.push(row);
  return rows;
}

/** The catalogue of some listed APIs. */
export function categoryCatalog(rows: readonly Row[]): string {
  return linkset(rows.map(contextOf));
}

function contextOf({ url, name, links }: Row): LinkContext {
  return {
    anchor: url,
    'service-doc': [
      { href: links.html, type: 'text/html', title: name },
      { href: twinOf(links.html), type: 'text/markdown' },
    ],
    'service-meta': [
      { href: links.self, type: 'application/json' },
      ...(links.manifest === null ? [] : [{ href: links.manifest, type: 'application/json', title: 'Manifest' }]),
    ],
  };
}

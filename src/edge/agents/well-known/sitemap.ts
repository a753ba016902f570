import type { Instant } from '#contract/instant.ts';
import { type Catalog, listedCount } from '../../catalog/catalog.ts';
import { listedRows } from '../../catalog/listed-rows.ts';
import { DOCUMENTATION } from '../markdown/documentation.ts';
import { LISTS } from '../markdown/listing-list.ts';

/** The most addresses that one file of a site map may have (sitemaps.org). */
const MOST = 50_000;

/** A site map: its files by their paths. */
export type Sitemap = ReadonlyMap<string, string>;

/**
 * The site map: `/sitemap.xml`, and where one file cannot hold it, that file is the index of the others.
 *
 * @param site the site's address
 * @param documentation the paths of the documentation's pages
 * @param most addresses in a file
 */
export async function sitemap(
  catalog: Catalog,
  site: string,
  documentation: readonly string[],
  most: number = MOST,
): Promise<Sitemap> {
  const pages = [...PAGES, ...documentation].map(path => entry('url', site + path));
  const listings: string[] = [];
  for await (const { links, updated_at } of listedRows(catalog, {}))
    listings.push(entry('url', links.html, updated_at));
  const paths = partPaths(listings.length, most);
  if (paths.length === 0) return new Map([['/sitemap.xml', document('urlset', [...pages, ...listings])]]);
  const parts = paths.map((path, at) => {
    const entries = at === 0 ? pages : listings.slice((at - 1) * most, at * most);
    return [path, document('urlset', entries)] as const;
  });
  const index = document(
    'sitemapindex',
    paths.map(path => entry('sitemap', site + path)),
  );
  return new Map([['/sitemap.xml', index], ...parts]);
}

/** The paths of the further files that the site map of a registry has. */
export function sitemapPaths({ summary }: Catalog): readonly string[] {
  return partPaths(listedCount(summary), MOST);
}

/** The pages that every registry has. */
const PAGES = [
  '/',
  '/browse/',
  '/submit/',
  '/validate/',
  '/categories/',
  '/status/',
  '/docs/',
  ...LISTS.map(({ path }) => path),
];

/** One part for the pages, and as many as it takes for listings; none where one file holds all. */
function partPaths(listings: number, most: number): readonly string[] {
  if (PAGES.length + DOCUMENTATION.length + listings <= most) return [];
  return Array.from({ length: 1 + Math.ceil(listings / most) }, (_, at) => `/sitemap/${at + 1}.xml`);
}

function entry(element: 'url' | 'sitemap', address: string, changed?: Instant): string {
  const lastmod = changed === undefined ? '' : `<lastmod>${escaped(changed)}</lastmod>`;
  return `<${element}><loc>${escaped(address)}</loc>${lastmod}</${element}>`;
}

function document(element: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${element}>
`;
}

/** An address has no characters but printable ones; those with a meaning in XML become references. */
function escaped(text: string): string {
  return text.replace(/[&<>'"]/g, character => `&#${character.charCodeAt(0)};`);
}

import type { Instant } from '#listing/instant.ts';
import { type Catalogue, listedCount } from '../catalogue.ts';
import { everyRow } from '../every-row.ts';
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
 * @param most addresses in a file
 */
export async function sitemap(catalogue: Catalogue, site: string, most: number = MOST): Promise<Sitemap> {
  const entries = PAGES.map(path => entry('url', site + path));
  for await (const { links, updated_at } of everyRow(catalogue, {})) entries.push(entry('url', links.html, updated_at));
  if (entries.length <= most) return new Map([['/sitemap.xml', document('urlset', entries)]]);
  const parts = partPaths(entries.length, most).map((path, at) => ({
    path,
    text: document('urlset', entries.slice(at * most, (at + 1) * most)),
  }));
  const index = document(
    'sitemapindex',
    parts.map(({ path }) => entry('sitemap', site + path)),
  );
  return new Map([['/sitemap.xml', index], ...parts.map(({ path, text }) => [path, text] as const)]);
}

/** The paths of the further files that the site map of a registry has. */
export function sitemapPaths({ summary }: Catalogue): readonly string[] {
  const total = PAGES.length + listedCount(summary);
  return total <= MOST ? [] : partPaths(total, MOST);
}

/** The pages that every registry has. */
const PAGES = ['/', '/categories/', ...LISTS.map(({ path }) => path), ...DOCUMENTATION.map(({ path }) => path)];

function partPaths(total: number, most: number): readonly string[] {
  return Array.from({ length: Math.ceil(total / most) }, (_, at) => `/sitemap/${at + 1}.xml`);
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

import type { Instant } from '#contract/instant.ts';
import { listingPage } from '#listing/row.ts';
import sitePages from '#registry/site-pages.json' with { type: 'json' };
import { type Catalog, listedCount } from '../../catalog/catalog.ts';
import { listedPages } from '../../catalog/listed-rows.ts';
import { DOCUMENTATION } from '../markdown/documentation.ts';
import { LISTS } from '../markdown/listing-list.ts';

/** The maximum number of URLs in one sitemap file (sitemaps.org). */
const MAX_URLS = 50_000;

/** The files of a sitemap, by path. */
export type Sitemap = ReadonlyMap<string, string>;

/**
 * Creates the sitemap: `/sitemap.xml`, which is an index of other files if it would have too many URLs.
 *
 * @param site the site's URL
 * @param others the paths of further pages that exist: of the documentation and of the site
 * @param maxUrls the maximum number of URLs per file
 */
export async function sitemap(
  catalog: Catalog,
  site: string,
  others: readonly string[],
  maxUrls: number = MAX_URLS,
): Promise<Sitemap> {
  const pages = [...PAGES, ...others].map(path => entry('url', site + path));
  const listings: string[] = [];
  for await (const page of listedPages(catalog, {})) {
    for (const { id, updated_at } of page.updates ?? page.rows)
      listings.push(entry('url', site + listingPage(id), updated_at));
  }
  const paths = partPaths(listings.length, maxUrls);
  if (paths.length === 0) return new Map([['/sitemap.xml', document('urlset', [...pages, ...listings])]]);
  const parts = paths.map((path, at) => {
    const entries = at === 0 ? pages : listings.slice((at - 1) * maxUrls, at * maxUrls);
    return [path, document('urlset', entries)] as const;
  });
  const index = document(
    'sitemapindex',
    paths.map(path => entry('sitemap', site + path)),
  );
  return new Map([['/sitemap.xml', index], ...parts]);
}

/** Returns the paths of the additional files of a sitemap. */
export function sitemapPaths({ summary }: Catalog): readonly string[] {
  return partPaths(listedCount(summary), MAX_URLS);
}

/** The pages of all registries. */
const PAGES = ['/', '/browse/', '/publish/', '/categories/', '/status/', '/docs/', ...LISTS.map(({ path }) => path)];

/** The pages that only the site has. The sitemap lists those that the build has written. */
export const SITE_PAGES: readonly string[] = sitePages;

/** Returns one path for pages, and as many as needed for listings; none if one file has space for all. */
function partPaths(listings: number, maxUrls: number): readonly string[] {
  if (PAGES.length + SITE_PAGES.length + DOCUMENTATION.length + listings <= maxUrls) return [];
  return Array.from({ length: 1 + Math.ceil(listings / maxUrls) }, (_, at) => `/sitemap/${at + 1}.xml`);
}

function entry(element: 'url' | 'sitemap', url: string, changed?: Instant): string {
  const lastmod = changed === undefined ? '' : `<lastmod>${escaped(changed)}</lastmod>`;
  return `<${element}><loc>${escaped(url)}</loc>${lastmod}</${element}>`;
}

function document(element: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${element}>
`;
}

/** Escapes the characters that have a meaning in XML. */
function escaped(text: string): string {
  return text.replace(/[&<>'"]/g, character => `&#${character.charCodeAt(0)};`);
}

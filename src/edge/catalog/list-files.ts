import { facetPath, facetSearch, listingsFile, listingsSearch, parseFacets } from '#query/facets.ts';
import type { Query } from '#query/query.ts';
import { LISTS, listPage, listQuery, pagePath } from '../agents/markdown/listing-list.ts';
import { MARKDOWN_INDEX } from '../agents/markdown/markdown-url.ts';
import { rowsOf } from '../agents/markdown/rows.ts';
import { CATEGORY_CATALOGS, catalogOf } from '../agents/well-known/category-catalogs.ts';
import type { Addresses } from '../config.ts';
import { collectionFiles } from '../routes/collections.ts';
import { listingsPage, queryFrom } from '../routes/listings.ts';
import type { Catalog } from './catalog.ts';
import type { ListFile, ShownListings } from './list-file.ts';
import { listedQuery } from './listed-rows.ts';

/**
 * Generates the files of all lists of listings (design: Static output): the Markdown lists of the site, category catalogs,
 * collections with their feeds, and JSON lists of all listings and of each value of each filter.
 */
export async function* listFiles(catalog: Catalog, addresses: Addresses): AsyncGenerator<ListFile> {
  yield* markdownLists(catalog, addresses);
  yield* catalogFiles(catalog);
  yield* collectionFiles(catalog, addresses);
  yield* jsonLists(listingsFile, listingsSearch, catalog, addresses);
  for (const facet of parseFacets(catalog.summary.currencies)) {
    const toPath = (page: number) => facetPath(facet, page);
    yield* jsonLists(toPath, page => facetSearch(facet, page), catalog, addresses);
  }
}

/** The pages of a query, at least one. */
async function* jsonLists(
  toPath: (page: number) => string,
  toSearch: (page: number) => URLSearchParams,
  catalog: Catalog,
  { registry }: Addresses,
): AsyncGenerator<ListFile> {
  for await (const [page, shows] of shownPages(catalog, queryFrom(toSearch(1)))) {
    const search = toSearch(page);
    yield {
      path: toPath(page),
      shows,
      content: async () => [(await listingsPage(search, catalog, registry)).toBody()],
    };
  }
}

async function* markdownLists(catalog: Catalog, addresses: Addresses): AsyncGenerator<ListFile> {
  for (const list of LISTS) {
    for await (const [number, shows] of shownPages(catalog, listQuery(list, 1))) {
      const path = pagePath(list, number) + MARKDOWN_INDEX;
      yield { path, shows, content: async () => (await listPage(list, number, catalog, addresses)) ?? '' };
    }
  }
}

async function* catalogFiles(catalog: Catalog): AsyncGenerator<ListFile> {
  for (const [path, category] of CATEGORY_CATALOGS) {
    const shows = await findShown(catalog, listedQuery({ category: [category] }));
    yield { path, shows, content: () => catalogOf(category, catalog) };
  }
}

/** Finds the listings on each page of a query, which has at least one page. */
async function* shownPages(
  catalog: Catalog,
  query: Query,
): AsyncGenerator<readonly [page: number, shows: ShownListings]> {
  const { listings, total } = await findShown(catalog, query);
  for (let page = 1, start = 0; start === 0 || start < total; page++, start += query.limit)
    yield [page, { total, ...(listings && { listings: listings.subarray(start, start + query.limit) }) }];
}

/** Finds the listings on all pages of a query. One long page takes less time, because each skips those before it. */
async function findShown(catalog: Catalog, query: Query): Promise<ShownListings> {
  const first = await rowsOf(catalog, query);
  const { listings, total } = first;
  return listings && total > listings.length ? rowsOf(catalog, { ...query, limit: total }) : first;
}

import { facetPath, facetSearch, listingsFile, listingsSearch, parseFacets } from '#query/facets.ts';
import { DEFAULT_QUERY } from '#query/query.ts';
import { LISTS, lastPage, listPage, pagePath, rowsOnPage } from '../agents/markdown/listing-list.ts';
import { MARKDOWN_INDEX } from '../agents/markdown/markdown-url.ts';
import { rowsOf } from '../agents/markdown/rows.ts';
import { CATEGORY_CATALOGS, catalogOf } from '../agents/well-known/category-catalogs.ts';
import type { Addresses } from '../config.ts';
import { collectionFiles } from '../routes/collections.ts';
import { listingsPage, queryFrom } from '../routes/listings.ts';
import type { Catalog } from './catalog.ts';
import type { ListFile } from './list-file.ts';
import { listedPages } from './listed-rows.ts';

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
  for (let page = 1, last = 1; page <= last; page++) {
    const search = toSearch(page);
    const shows = await rowsOf(catalog, queryFrom(search));
    last = Math.max(1, Math.ceil(shows.total / DEFAULT_QUERY.limit));
    yield { path: toPath(page), shows, content: async () => [(await listingsPage(search, catalog, registry)).body] };
  }
}

async function* markdownLists(catalog: Catalog, addresses: Addresses): AsyncGenerator<ListFile> {
  for (const list of LISTS) {
    for (let number = 1, last = 1; number <= last; number++) {
      const shows = await rowsOnPage(list, number, catalog);
      last = lastPage(shows.total);
      const path = pagePath(list, number) + MARKDOWN_INDEX;
      yield { path, shows, content: async () => (await listPage(list, number, catalog, addresses)) ?? '' };
    }
  }
}

async function* catalogFiles(catalog: Catalog): AsyncGenerator<ListFile> {
  for (const [path, category] of CATEGORY_CATALOGS) {
    const listings: number[] = [];
    for await (const page of listedPages(catalog, { category: [category] })) listings.push(...(page.listings ?? []));
    const shows = { listings: Uint32Array.from(listings), total: listings.length };
    yield { path, shows, content: () => catalogOf(category, catalog) };
  }
}

import type { RowPage } from '#query/engine.ts';
import { facetPath, facetSearch, facetsOf } from '#query/facets.ts';
import { readParameters } from '#query/parameters.ts';
import { EVERYTHING } from '#query/query.ts';
import type { Catalogue } from './catalogue.ts';
import type { Addresses } from './configuration.ts';
import { listingsPage } from './listings.ts';
import { LISTS, lastPage, listPage, pagePath, shownBy } from './markdown/listing-list.ts';
import { TWIN } from './markdown/twin-address.ts';
import { CATEGORY_CATALOGS, categoryCatalog, rowsOfCategory } from './well-known/category-catalogs.ts';

/** The file of one page of a list: what the application answers under the same path. */
export interface ListFile {
  readonly path: string;
  /** All that it shows of the registry, where that is at hand without making the file. */
  readonly shows?: RowPage;
  /** What it holds, in pieces where it comes so. */
  content(): Promise<string | readonly Uint8Array[]>;
}

/**
 * The files of all lists of listings (design: Static output): by each value of each filter, as the site has them, and as
 * catalogues of categories.
 */
export async function* listFiles(catalogue: Catalogue, addresses: Addresses): AsyncGenerator<ListFile> {
  yield* listTwins(catalogue, addresses);
  yield* catalogFiles(catalogue);
  for (const facet of facetsOf(catalogue.summary.currencies)) {
    const pages = await pageCount(facetSearch(facet, 1), catalogue);
    for (let page = 1; page <= pages; page++) {
      const search = facetSearch(facet, page);
      const content = async () => (await listingsPage(search, catalogue, addresses.registry)).pieces;
      yield { path: facetPath(facet, page), content };
    }
  }
}

async function* listTwins(catalogue: Catalogue, addresses: Addresses): AsyncGenerator<ListFile> {
  for (const list of LISTS) {
    for (let number = 1, last = 1; number <= last; number++) {
      const shows = await shownBy(list, number, catalogue);
      last = lastPage(shows.total);
      const path = pagePath(list, number) + TWIN;
      yield { path, shows, content: async () => (await listPage(list, number, catalogue, addresses)) ?? '' };
    }
  }
}

async function* catalogFiles(catalogue: Catalogue): AsyncGenerator<ListFile> {
  for (const [path, category] of CATEGORY_CATALOGS) {
    const rows = await rowsOfCategory(category, catalogue);
    yield { path, shows: { rows, total: rows.length }, content: async () => categoryCatalog(rows) };
  }
}

async function pageCount(search: URLSearchParams, { engine }: Catalogue): Promise<number> {
  const parameters = readParameters(search);
  if (!parameters.ok) throw new Error(`A facet of our own is no valid query: ${search}`);
  const { total } = await engine.search({ ...parameters.query, limit: 1 });
  return Math.max(1, Math.ceil(total / EVERYTHING.limit));
}

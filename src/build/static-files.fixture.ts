import type { Catalog } from '#edge/catalog/catalog.ts';
import { feedFiles, listingFiles } from '#edge/catalog/listing-files.ts';
import type { Addresses } from '#edge/config.ts';
import { endpointPages } from '#listing/endpoint-pages.ts';
import type { Entry } from '#query/entry.ts';
import { BuildCache } from './build-cache.ts';
import { putDocuments } from './parts/documents.ts';
import { builtListings, putExport, putListingFiles } from './parts/listings.ts';
import { putLists } from './parts/lists.ts';
import { putQueryIndex } from './parts/query-index.ts';

/** Writes the static files of a whole registry like a build, without the site. */
export async function writeStaticFiles(
  folder: string,
  catalog: Catalog,
  entries: readonly Entry[],
  addresses: Addresses,
): Promise<BuildCache> {
  const cache = new BuildCache(folder);
  const ids = entries.map(({ row }) => row.id);
  const pages = await Promise.all(
    ids.map(async id => {
      const { data } = JSON.parse(String(await catalog.listing(id)));
      return endpointPages(data.manifest.endpoints).length;
    }),
  );
  const source = {
    size: ids.length,
    files: (number: number) => listingFiles(ids[number] ?? '', pages[number] ?? 0, catalog),
    feeds: feedFiles(catalog),
    newest: [],
  };
  await putQueryIndex(entries, cache);
  await putListingFiles(source, cache);
  await putExport(builtListings(catalog, folder), ids, cache);
  await putLists({ catalog, addresses }, cache);
  await putDocuments(folder, { catalog, addresses }, cache);
  return cache;
}

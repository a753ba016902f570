import type { Catalog } from '#edge/catalog/catalog.ts';
import { listFiles } from '#edge/catalog/list-files.ts';
import type { Addresses } from '#edge/config.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';

/** The keys that allow unchanged lists to be reused. */
export interface ListKeys {
  /** Identifies the sources of the build and its URLs. */
  readonly sources: string;
  /** Identifies the content of a listing by its number. */
  readonly digestOf: (listing: number) => string;
}

/**
 * Writes the files of all lists of listings.
 * @param keys without them, all files are generated
 */
export async function putLists(
  { catalog, addresses }: { readonly catalog: Catalog; readonly addresses: Addresses },
  cache: BuildCache,
  keys?: ListKeys,
): Promise<void> {
  for await (const { path, shows, content } of listFiles(catalog, addresses)) {
    const digests = shows?.listings && keys && Array.from(shows.listings, keys.digestOf);
    // The links of a page depend on the currencies that have files.
    const key = digests && createKey(keys.sources, path, shows.total, catalog.summary.currencies, ...digests);
    await cache.put(decodeURIComponent(path), key, content);
  }
}

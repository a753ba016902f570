import type { Catalog } from '#edge/catalog/catalog.ts';
import type { ListFile } from '#edge/catalog/list-file.ts';
import { listFiles } from '#edge/catalog/list-files.ts';
import type { Addresses } from '#edge/config.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';

/** The keys that allow unchanged lists to be reused. */
export interface ListKeys {
  /** Identifies the sources of the build and its URLs. */
  readonly sources: string;
  /** Identifies everything that is published of a listing by its number; undefined if unknown. */
  readonly keyOf: (listing: number) => string | undefined;
  /** Returns the number of a listing; -1 if it does not exist. */
  readonly find: (id: string) => number;
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
  const listKeyOf = keys && createListKeys(keys, catalog.summary.currencies);
  for await (const file of listFiles(catalog, addresses))
    await cache.put(decodeURIComponent(file.path), listKeyOf?.(file), file.content);
}

/**
 * Returns a function that returns the key of a list.
 * @param currencies the links of a list depend on the currencies that have files
 */
function createListKeys({ sources, keyOf, find }: ListKeys, currencies: readonly string[]) {
  const common = createKey(sources, currencies);
  return ({ path, shows }: ListFile): string | undefined => {
    const listings = shows.listings ?? shows.ids?.map(find);
    const keys = listings && Array.from(listings, listing => (listing < 0 ? 'none' : keyOf(listing)));
    return keys?.every(key => key !== undefined) ? createKey(common, path, shows.total, keys.join()) : undefined;
  };
}

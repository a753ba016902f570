import type { Catalog } from '#edge/catalog/catalog.ts';
import { listFiles } from '#edge/catalog/list-files.ts';
import type { Addresses } from '#edge/config.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';

/** The keys that allow unchanged lists to be reused. */
export interface ListKeys {
  /** Identifies the sources of the build and its URLs. */
  readonly sources: string;
  /** Identifies everything that is published of a listing; undefined if unknown. */
  readonly versionOf: (id: string) => string | undefined;
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
  const keyOf = keys && memoizeKeys(keys.versionOf);
  for await (const { path, shows, content } of listFiles(catalog, addresses)) {
    const listings = keyOf && shows.rows.map(({ id }) => keyOf(id));
    // The links of a page depend on the currencies that have files.
    const key = listings?.every(each => each !== undefined)
      ? createKey(keys?.sources, path, shows.total, catalog.summary.currencies, ...listings)
      : undefined;
    await cache.put(decodeURIComponent(path), key, content);
  }
}

/** A listing is on ten pages, and its version is long. */
function memoizeKeys(versionOf: ListKeys['versionOf']): (id: string) => string | undefined {
  const keys = new Map<string, string | undefined>();
  return id => {
    let key = keys.get(id);
    if (key === undefined) {
      const version = versionOf(id);
      key = version && createKey(version);
      keys.set(id, key);
    }
    return key;
  };
}

import type { Row } from '#contract/row.ts';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { listFiles } from '#edge/catalog/list-files.ts';
import type { Addresses } from '#edge/config.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';

/** What keeps lists from being made anew. */
export interface ListKeys {
  /** Names the sources of the build and its addresses. */
  readonly sources: string;
  /** Names the content of a listing. */
  readonly digestOf: (row: Row) => string;
}

/**
 * Puts the files of all lists of listings.
 * @param keys without them, all are made anew
 */
export async function putLists(
  { catalog, addresses }: { readonly catalog: Catalog; readonly addresses: Addresses },
  ledger: BuildCache,
  keys?: ListKeys,
): Promise<void> {
  for await (const { path, shows, content } of listFiles(catalog, addresses)) {
    const key = shows && keys && createKey(keys.sources, path, shows.total, ...shows.rows.map(keys.digestOf));
    await ledger.put(decodeURIComponent(path), key, content);
  }
}

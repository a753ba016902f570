import type { Catalogue } from '#edge/catalogue.ts';
import type { Addresses } from '#edge/configuration.ts';
import { listFiles } from '#edge/list-files.ts';
import type { Row } from '#listing/row.ts';
import { keyOf } from './key.ts';
import type { Ledger } from './ledger.ts';

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
  { catalogue, addresses }: { readonly catalogue: Catalogue; readonly addresses: Addresses },
  ledger: Ledger,
  keys?: ListKeys,
): Promise<void> {
  for await (const { path, shows, content } of listFiles(catalogue, addresses)) {
    const key = shows && keys && keyOf(keys.sources, path, shows.total, ...shows.rows.map(keys.digestOf));
    await ledger.put(decodeURIComponent(path), key, content);
  }
}

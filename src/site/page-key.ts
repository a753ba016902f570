import { createHash } from 'node:crypto';
import type { Listing } from '#listing/listing.ts';
import { digests, recordHistory } from './listings.ts';
import type { ListPage } from './paging.ts';

/**
 * Names what a page shows: the same key, the same page, as long as sources and settings are the same. Astro calls it
 * `cacheKey`; a page whose key is that of the last build is not rendered again.
 *
 * @param listings those that it shows anything of
 * @param more what else it shows of the registry, such as how many there are
 */
export function pageKey(listings: Iterable<Listing>, ...more: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(more));
  for (const { record } of listings) {
    hash.update(`\n${record.id} ${digests.get(record.id)}`);
    for (const { commit } of recordHistory.versions(record.id)) hash.update(` ${commit}`);
  }
  return hash.digest('base64url');
}

/** The key of one page of a list, which also says how many listings and pages there are. */
export function listPageKey(page: ListPage<Listing>, total: number, ...more: readonly unknown[]): string {
  return pageKey(page.items, page.number, page.last, total, ...more);
}

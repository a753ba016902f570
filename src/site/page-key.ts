import { createHash } from 'node:crypto';
import type { Card } from './data/card.ts';
import { recordHistory } from './data/listings.ts';
import type { ListPage } from './paging.ts';

/**
 * Names what a page shows: the same key, the same page, as long as sources and settings are the same. Astro calls it
 * `cacheKey`; a page whose key is that of the last build is not rendered again.
 *
 * @param listings those that it shows anything of
 * @param more what else it shows of the registry, such as how many there are
 */
export function pageKey(listings: Iterable<Card>, ...more: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(more));
  for (const { row, digest } of listings) {
    hash.update(`\n${row.id} ${digest}`);
    for (const { commit } of recordHistory.versions(row.id)) hash.update(` ${commit}`);
  }
  return hash.digest('base64url');
}

/**
 * The key of a listing's own page.
 * @param number of the page of its endpoints
 */
export function listingPageKey(card: Card, number: number): string {
  return pageKey([card], number);
}

/** The key of one page of a list, which also says how many listings and pages there are. */
export function listPageKey(page: ListPage<Card>, total: number, ...more: readonly unknown[]): string {
  return pageKey(page.items, page.number, page.last, total, ...more);
}

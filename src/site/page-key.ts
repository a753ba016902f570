import { hash } from 'node:crypto';
import type { Card } from './data/cards/card.ts';
import { findSimilar, recordHistory } from './data/listings.ts';
import type { ListPage } from './paging.ts';

/**
 * Creates a key for the content of a page. Astro calls it `cacheKey`. If the key, the sources, and the settings are
 * unchanged, the page is not rendered again.
 *
 * @param listings the listings whose data the page shows
 * @param more other registry data on the page, such as counts
 */
export function createPageKey(listings: Iterable<Card>, ...more: readonly unknown[]): string {
  // One text, because a page has few listings, and each call of a hash object costs more than its bytes.
  let inputs = JSON.stringify(more);
  for (const listing of listings) inputs += describeInputs(listing);
  return hash('sha256', inputs, 'base64url');
}

function describeInputs({ id, digest }: Card): string {
  let inputs = `\n${id} ${digest}`;
  for (const { commit } of recordHistory.versions(id)) inputs += ` ${commit}`;
  return inputs;
}

/**
 * Creates the key of a page of a listing. It is the text of its inputs, because most keys are used once, and a hash costs
 * more than the rest.
 * @param number page of the endpoints
 */
export function createListingPageKey(card: Card, number: number): string {
  let key = `${number}${describeInputs(card)}`;
  if (number === 1) for (const { id, digest } of findSimilar(card)) key += `\n${id} ${digest}`;
  return key;
}

/** Creates the key of a list page, including the number of listings and pages. */
export function createListPageKey(page: ListPage<Card>, total: number, ...more: readonly unknown[]): string {
  return createPageKey(page.items, page.number, page.last, total, ...more);
}

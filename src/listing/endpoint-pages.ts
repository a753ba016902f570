import { listingPage } from './row.ts';

/** How many endpoints a page shows at most, and how many characters their JSON may have: a page is to stay light. */
const MOST = 50;
const MOST_CHARACTERS = 20_000;

/**
 * The endpoints of a listing, cut into those that each of its pages on the site shows, in the publisher's order. Nearly
 * every listing has one page.
 */
export function endpointPages<E>(endpoints: readonly E[]): readonly (readonly E[])[] {
  const pages: E[][] = [[]];
  let characters = 0;
  for (const endpoint of endpoints) {
    const length = JSON.stringify(endpoint).length;
    const page = pages.at(-1) ?? [];
    if (page.length === MOST || (page.length > 0 && characters + length > MOST_CHARACTERS)) {
      pages.push([endpoint]);
      characters = length;
    } else {
      page.push(endpoint);
      characters += length;
    }
  }
  return pages;
}

/** The path of such a page; the first is the listing's own. */
export function endpointPage(id: string, number: number): string {
  return number === 1 ? listingPage(id) : `${listingPage(id)}endpoints/${number}/`;
}

import { listingPage } from './row.ts';

/** The limits of a page, which keep it small: the number of endpoints, and the length of their JSON in characters. */
const MAX_ENDPOINTS = 50;
const MAX_CHARACTERS = 20_000;

/**
 * Splits the endpoints of a listing into the pages on the site, in the publisher's order. Most listings have one page.
 */
export function endpointPages<E>(endpoints: readonly E[]): readonly (readonly E[])[] {
  const pages: E[][] = [[]];
  let characters = 0;
  for (const endpoint of endpoints) {
    const length = JSON.stringify(endpoint).length;
    const page = pages.at(-1) ?? [];
    if (page.length === MAX_ENDPOINTS || (page.length > 0 && characters + length > MAX_CHARACTERS)) {
      pages.push([endpoint]);
      characters = length;
    } else {
      page.push(endpoint);
      characters += length;
    }
  }
  return pages;
}

/** Returns the path of a page of endpoints. The first page is the page of the listing. */
export function endpointPage(id: string, number: number): string {
  return number === 1 ? listingPage(id) : `${listingPage(id)}endpoints/${number}/`;
}

import { beginning, toSingleLine } from '#listing/display/single-line.ts';
import { listingPage } from '#listing/row.ts';
import { fetchDocument } from '../fetch-json.ts';
import type { Found } from './found.ts';
import { markWords } from './mark-words.ts';
import { byAnyWord, byPagefind } from './pagefind.ts';

/** Search results with a status message. */
export interface FoundListings {
  readonly found: readonly Found[];
  readonly said: string;
}

/** How long to wait for more letters before a request, in milliseconds. */
const DEBOUNCE_MS = 120;

/** The number of searches so far, to recognize that the user has typed more. */
let searches = 0;
/** A host of static files has no API, which the first search finds out. */
let hasApi = true;

/**
 * Searches with the API, which has the ranking of all other surfaces. Without an API, or if it is unavailable, searches the
 * static index of the site: for all words, then for some of them.
 *
 * @param api the URL of `GET /listings`
 * @param most the maximum number of results
 * @returns undefined if the user has typed more in the meantime
 */
export async function find(text: string, api: string, most: number): Promise<FoundListings | undefined> {
  const search = ++searches;
  await new Promise(resolve => setTimeout(resolve, DEBOUNCE_MS));
  if (search !== searches) return undefined;
  const result = hasApi ? await byRegistry(text, api, most) : { failure: undefined };
  const found = 'found' in result ? result : await byStaticIndex(text, most, result.failure);
  return search === searches ? found : undefined;
}

interface Page {
  readonly meta: { readonly match?: string; readonly query?: { readonly q?: string } };
  readonly data: {
    readonly total: number;
    readonly listings: readonly { readonly id: string; readonly name: string; readonly description: string }[];
  };
}

/** Returns the results of the API, or the message of its failure. */
async function byRegistry(
  text: string,
  api: string,
  most: number,
): Promise<FoundListings | { readonly failure: string | undefined }> {
  const response = await fetchDocument<Page>(`${api}?${new URLSearchParams({ q: text, limit: String(most) })}`);
  // A file host may ignore the query, and return a list of all listings.
  hasApi = response.ok ? response.value.meta?.query?.q !== undefined : response.kind !== 'no-service';
  if (!hasApi) return { failure: undefined };
  if (!response.ok) return { failure: response.message };
  const { meta, data } = response.value;
  const found = data.listings.map(({ id, name, description }) => ({
    title: markWords(toSingleLine(name), text),
    page: listingPage(id),
    id,
    excerpt: markWords(beginning(description, 160), text),
  }));
  return { found, said: describe(data.total, found.length, meta.match === 'near') };
}

/** @param failure why the API has no results */
async function byStaticIndex(text: string, most: number, failure: string | undefined): Promise<FoundListings> {
  const none = { total: 0, found: [] };
  const all = await byPagefind(text, most).catch(() => none);
  if (all.total > 0) return { found: all.found, said: describe(all.total, all.found.length) };
  const { total, found } = await byAnyWord(text, most).catch(() => none);
  if (total > 0) return { found, said: `No listing has all words. ${describe(total, found.length)}` };
  return { found: [], said: failure ?? describe(0, 0) };
}

function describe(total: number, shown: number, isNear = false): string {
  if (total === 0) return 'No results. Try other words.';
  if (isNear) return `No exact matches. Showing ${total === 1 ? '1 similar result' : `${shown} similar results`}.`;
  if (total === 1) return '1 API found.';
  return `${total} APIs found${total > shown ? `, showing the first ${shown}` : ''}.`;
}

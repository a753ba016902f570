import { beginning, toSingleLine } from '#listing/display/single-line.ts';
import { fetchJson } from '../fetch-json.ts';
import { byAnyWord, byPagefind, type Found } from './pagefind.ts';

export type { Found };

/** Search results with a status message. */
export interface FoundListings {
  readonly found: readonly Found[];
  readonly said: string;
}

/**
 * Searches the static index of the site for all words. If it has no results, searches with the API, which tolerates typos,
 * and without an API, for some of the words.
 *
 * @param api the URL of `GET /listings`
 * @param most the maximum number of results
 * @returns undefined if the user has typed more in the meantime
 */
export async function find(text: string, api: string, most: number): Promise<FoundListings | undefined> {
  const exact = await byPagefind(text, most).catch(() => ({ total: 0, found: [] }));
  if (exact === undefined) return undefined;
  if (exact.total > 0) return { found: exact.found, said: counted(exact.total, exact.found.length) };
  return byRegistry(text, api, most);
}

interface Rows {
  readonly data: {
    readonly total: number;
    readonly listings: readonly { readonly id: string; readonly name: string; readonly description: string }[];
  };
}

async function byRegistry(text: string, api: string, most: number): Promise<FoundListings> {
  const answer = await fetchJson<Rows>(`${api}?${new URLSearchParams({ q: text, limit: String(most) })}`);
  if (!answer.ok) {
    if (answer.kind !== 'no-service') return { found: [], said: `No results. ${answer.message}` };
    const { total, found } = await byAnyWord(text, most).catch(() => ({ total: 0, found: [] }));
    return { found, said: total === 0 ? 'No results.' : `No listing has all words. ${counted(total, found.length)}` };
  }
  const { total, listings } = answer.value.data;
  const found = listings.map(({ id, name, description }) => ({
    title: [toSingleLine(name)],
    page: `/apis/${encodeURIComponent(id)}/`,
    id,
    excerpt: [beginning(description, 160)],
  }));
  const said =
    total === 0
      ? 'No results.'
      : `No exact matches. Showing ${total === 1 ? '1 similar result' : `${total} similar results`}.`;
  return { found, said };
}

function counted(total: number, shown: number): string {
  if (total === 1) return '1 API found.';
  return `${total} APIs found${total > shown ? `, showing the first ${shown}` : ''}.`;
}

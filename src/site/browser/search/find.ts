import { beginning, singleLine } from '../../format/text.ts';
import { fetchJson } from '../fetch-json.ts';
import { byPagefind, type Found } from './pagefind.ts';

export type { Found };

/** What was found, and how to say it. */
export interface FoundListings {
  readonly found: readonly Found[];
  readonly said: string;
}

/**
 * Looks words up in the site's own index; where it has nothing, asks the registry, which forgives typing errors.
 *
 * @param api the address of `GET /listings`
 * @param most how many are shown at most
 * @returns undefined when more was typed meanwhile
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
    const why = answer.kind === 'no-service' ? 'This copy of the registry knows exact words only.' : answer.message;
    return { found: [], said: `Nothing was found. ${why}` };
  }
  const { total, listings } = answer.value.data;
  const found = listings.map(({ id, name, description }) => ({
    title: [singleLine(name)],
    page: `/apis/${encodeURIComponent(id)}/`,
    id,
    excerpt: [beginning(description, 160)],
  }));
  const said =
    total === 0
      ? 'Nothing was found.'
      : `No API has just these words; the registry found ${total} that ${total === 1 ? 'comes' : 'come'} near.`;
  return { found, said };
}

function counted(total: number, shown: number): string {
  if (total === 1) return '1 API found.';
  return `${total} APIs found${total > shown ? `, the first ${shown} are shown` : ''}.`;
}

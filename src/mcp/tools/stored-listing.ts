import type { Detail } from '#listing/detail.ts';
import type { History } from '#listing/history.ts';
import { parseOrigin } from '#listing/origin.ts';
import type { Row } from '#listing/row.ts';
import { DEFAULT_QUERY } from '#query/query.ts';
import type { McpCatalog } from '../context.ts';
import { toSafeJson } from '../safe-json.ts';
import type { ToolError } from './tool.ts';

/** The id that a model means: an id as it stands, the address of a listing's resource, or that of the API. */
export function idIn(given: string): string {
  const text = given.trim();
  if (text.startsWith('listing://')) return decoded(text.slice('listing://'.length)).toLowerCase();
  const origin = text.includes('://') ? parseOrigin(text) : undefined;
  return origin?.ok ? origin.value.id : text.toLowerCase();
}

/** A listing with its manifest; undefined when there is none under this id. */
export async function listingOf(id: string, catalog: McpCatalog): Promise<Detail | undefined> {
  return dataOf<Detail>(await catalog.listing(id));
}

/** What happened to a listing; undefined when there is none under this id. */
export async function historyOf(id: string, catalog: McpCatalog): Promise<History | undefined> {
  return dataOf<History>(await catalog.history(id));
}

/** The rows of a page, of which the engine gives the text. */
export function rowsIn(rows: Uint8Array): readonly Row[] {
  return JSON.parse(`[${new TextDecoder().decode(rows)}]`) as Row[];
}

/** That there is no such listing, and which there are that it may have meant. */
export async function noListing(id: string, { engine }: McpCatalog): Promise<ToolError> {
  const words = id
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60);
  const matches =
    words === '' ? undefined : await engine.search({ ...DEFAULT_QUERY, q: words, sort: 'relevance', limit: 3 });
  const near = matches === undefined ? [] : rowsIn(matches.rows).map(row => row.id);
  const hint = near.length > 0 ? ` Listings that come near it: ${toSafeJson(near)}.` : '';
  return {
    fault: `There is no listing ${toSafeJson(id.slice(0, 260))}.${hint} An id is the host of an API, as search_listings gives it; fetch_manifest_by_domain asks an API that is not listed.`,
  };
}

/** The data of an envelope that the registry itself has written. */
function dataOf<T>(body: string | Uint8Array | undefined): T | undefined {
  if (body === undefined) return undefined;
  const document = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return (JSON.parse(document) as { readonly data: T }).data;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

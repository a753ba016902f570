import type { Detail } from '#contract/detail.ts';
import type { History } from '#contract/history.ts';
import { parseData } from '#listing/encoding/parse-data.ts';
import { toIdWords, toListingId } from '#listing/origin.ts';
import { type Failure, failure } from '#manifest/result.ts';
import { DEFAULT_QUERY } from '#query/query.ts';
import { parseRowTexts } from '#query/row-text.ts';
import type { McpCatalog, McpUrls } from '../context.ts';
import { toSafeJson } from '../safe-json.ts';

/** Parses the argument of a tool for a listing: its id, or a URL of the API or of the listing. */
export function parseListingId(argument: string, { registry, site }: McpUrls): string {
  return toListingId(argument, [registry, site]);
}

/** Reads a listing with its manifest; undefined for an unknown id. */
export async function readListing(id: string, catalog: McpCatalog): Promise<Detail | undefined> {
  return parseData<Detail>(await catalog.listing(id));
}

/** Reads the history of a listing; undefined for an unknown id. */
export async function readHistory(id: string, catalog: McpCatalog): Promise<History | undefined> {
  return parseData<History>(await catalog.history(id));
}

/** Returns the error for an unknown id, with the ids of similar listings. */
export async function listingNotFound(id: string, { engine }: McpCatalog): Promise<Failure<string>> {
  const words = toIdWords(id);
  const matches =
    words === '' ? undefined : await engine.search({ ...DEFAULT_QUERY, q: words, sort: 'relevance', limit: 3 });
  const similar = matches === undefined ? [] : parseRowTexts(matches.rows).map(row => row.id);
  const hint = similar.length > 0 ? ` Similar listings: ${toSafeJson(similar)}.` : '';
  return failure(
    `Listing ${toSafeJson(id.slice(0, 260))} not found.${hint} Use an id from search_listings, which is the host of an API. For an API that is not listed, use fetch_manifest_by_domain.`,
  );
}

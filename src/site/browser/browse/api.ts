import { VIEW_PARAMETERS } from '#contract/browse.ts';
import type { FacetCounts } from '#contract/facets.ts';
import type { Row } from '#contract/row.ts';
import { type FetchResult, fetchDocument } from '../fetch-json.ts';

interface Collection {
  readonly meta: { readonly query: { readonly limit: number; readonly offset: number }; readonly match?: string };
  readonly data: { readonly total: number; readonly listings: readonly Row[] };
}

/** By parameter, then by value. */
export type Counts = FacetCounts['facets'];

export interface Listings extends Collection {
  /** The path and query string of the request. */
  readonly request: string;
  /** A warning about unsupported filters, if the registry consists of static files. */
  readonly warning?: string;
}

/** Fetches the matching listings. On a static registry, applies as many filters as its files support. */
export async function fetchListings(api: string, search: URLSearchParams): Promise<FetchResult<Listings>> {
  const request = `/listings?${search}`;
  const result = await fetchDocument<Collection>(api + request);
  if (result.ok) return { ...result, value: { ...result.value, request } };
  return result.kind === 'no-service' ? fromFiles(api, search) : result;
}

/** Fetches the number of matches for each value of each filter. Undefined if the registry has no counts. */
export async function fetchCounts(api: string, search: URLSearchParams): Promise<Counts | undefined> {
  const filters = new URLSearchParams([...search].filter(([name]) => !VIEW_PARAMETERS.has(name)));
  const result = await fetchDocument<{ data: { facets: Counts } }>(`${api}/facets?${filters}`);
  if (result.ok) return result.value.data.facets;
  if (result.kind !== 'no-service' || filters.size > 0) return undefined;
  const file = await fetchDocument<{ data: { facets: Counts } }>(`${api}/facets.json`);
  return file.ok ? file.value.data.facets : undefined;
}

const PER_FILE = 100;

async function fromFiles(api: string, search: URLSearchParams): Promise<FetchResult<Listings>> {
  const filters = [...search].filter(
    ([name]) => !VIEW_PARAMETERS.has(name) && name !== 'q' && name !== 'updated_since',
  );
  const [[name, list] = []] = filters;
  // A file has the listings with one value.
  const [value = '', ...others] = list?.split(',') ?? [];
  const page = Math.floor(Number(search.get('offset') ?? 0) / PER_FILE) + 1;
  const request = name
    ? `/listings/by/${name}/${encodeURIComponent(value)}/${page}.json`
    : page === 1
      ? '/listings.json'
      : `/listings/pages/${page}.json`;
  const result = await fetchDocument<Collection>(api + request);
  const isIgnored = (parameter: string) => search.has(parameter);
  const isPartial = filters.length > 1 || others.length > 0 || ['q', 'sort', 'order', 'updated_since'].some(isIgnored);
  const limits = 'This registry consists of static files: it shows one filter value at a time, newest first.';
  const warning = isPartial ? `${limits} The rest of the query is not applied.` : limits;
  return result.ok ? { ...result, value: { ...result.value, request, warning } } : result;
}

import type { ListListingsQuery } from './types.ts';

/** A query as `GET /listings` takes it: empty, or with its leading `?`. Members that are undefined are left out. */
export function queryString(query: ListListingsQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

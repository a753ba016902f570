import { type Connection, parseJson, sendRequest } from '#client/send-request.ts';
import type { ListListingsResponse } from '#client/types.ts';

/** Before the first registry. */
export const EVER = '1970-01-01T00:00:00Z';

const PAGE = 500;

/** The pages of everything that changed since a time, lapsed and withdrawn listings included. */
export async function* listingPages(
  connection: Connection,
  since: string,
  signal: AbortSignal,
): AsyncGenerator<ListListingsResponse, void, undefined> {
  let search: string | undefined = `?updated_since=${encodeURIComponent(since)}&sort=name&limit=${PAGE}`;
  while (search !== undefined) {
    const response = await sendRequest(connection, { path: `/listings${search}`, signal });
    const page: ListListingsResponse = await parseJson(connection, response);
    yield page;
    const { next } = page.meta.links;
    search = next === null ? undefined : new URL(next).search;
  }
}

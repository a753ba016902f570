import type { Row } from '#contract/row.ts';
import { DEFAULT_QUERY, type Filters, MAX_LIMIT, type Query } from '#query/query.ts';
import { rowsOf } from '../agents/markdown/rows.ts';
import type { Catalog } from './catalog.ts';

/** Yields all matching rows, oldest first, so that new listings do not change earlier files. */
export async function* listedRows(catalog: Catalog, filters: Filters): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += MAX_LIMIT) {
    const { rows, total } = await rowsOf(catalog, { ...listedQuery(filters), offset });
    yield* rows;
    if (offset + MAX_LIMIT >= total) return;
    // Yields to other requests after each page, because parsing all rows of a large registry takes long. An engine with
    // pages is that of a build, which has no requests.
    if (!catalog.engine.page) await new Promise(resolve => setTimeout(resolve));
  }
}

/** Returns the query for the first page of `listedRows`. */
export function listedQuery(filters: Filters): Query {
  return { ...DEFAULT_QUERY, filters, order: 'asc', limit: MAX_LIMIT };
}

import type { Row } from '#contract/row.ts';
import { DEFAULT_QUERY, type Filters, MAX_LIMIT } from '#query/query.ts';
import { rowsOf } from '../agents/markdown/rows.ts';
import type { Catalog } from './catalog.ts';

/** All rows that are listed and match, the oldest listings first, so that what was written of them stays where it is. */
export async function* listedRows(catalog: Catalog, filters: Filters): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += MAX_LIMIT) {
    const query = { ...DEFAULT_QUERY, filters, order: 'asc', limit: MAX_LIMIT, offset } as const;
    const { rows, total } = await rowsOf(catalog, query);
    yield* rows;
    if (offset + MAX_LIMIT >= total) return;
    // To parse all rows of a large registry takes a while; other requests get their turn after each page.
    await new Promise(resolve => setTimeout(resolve));
  }
}

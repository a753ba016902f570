import type { Row } from '#listing/row.ts';
import { EVERYTHING, type Filters, MAXIMUM_LIMIT } from '#query/query.ts';
import type { Catalogue } from './catalogue.ts';
import { rowsOf } from './markdown/rows.ts';

/** All rows that are listed and match, the oldest listings first, so that what was written of them stays where it is. */
export async function* everyRow(catalogue: Catalogue, filters: Filters): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += MAXIMUM_LIMIT) {
    const query = { ...EVERYTHING, filters, order: 'asc', limit: MAXIMUM_LIMIT, offset } as const;
    const { rows, total } = await rowsOf(catalogue, query);
    yield* rows;
    if (offset + MAXIMUM_LIMIT >= total) return;
    // To parse all rows of a large registry takes a while; other requests get their turn after each page.
    await new Promise(resolve => setTimeout(resolve));
  }
}

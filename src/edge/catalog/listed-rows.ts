import type { Row } from '#contract/row.ts';
import type { RowPage } from '#query/engine.ts';
import { DEFAULT_QUERY, type Filters, MAX_LIMIT, type Query } from '#query/query.ts';
import { rowsOf } from '../agents/markdown/rows.ts';
import type { Catalog } from './catalog.ts';

/** Yields all matching rows, oldest first, so that new listings do not change earlier files. */
export async function* listedRows(catalog: Catalog, filters: Filters): AsyncGenerator<Row> {
  for await (const { rows } of listedPages(catalog, filters)) yield* rows;
}

/** Like `listedRows`, in pages. */
export async function* listedPages(catalog: Catalog, filters: Filters): AsyncGenerator<RowPage> {
  for (let offset = 0; ; offset += MAX_LIMIT) {
    const page = await rowsOf(catalog, { ...listedQuery(filters), offset });
    yield page;
    if (offset + MAX_LIMIT >= page.total) return;
    // Yields to other requests after each page, because parsing all rows of a large registry takes long. An engine with
    // pages serves no requests (`Engine.page`).
    if (!catalog.engine.page) await new Promise(resolve => setTimeout(resolve));
  }
}

/** Returns the query for the first page of `listedRows`. */
export function listedQuery(filters: Filters): Query {
  return { ...DEFAULT_QUERY, filters, order: 'asc', limit: MAX_LIMIT };
}

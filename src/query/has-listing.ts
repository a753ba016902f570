import { findFirst } from './index/arrays/find-first.ts';
import type { QueryIndex } from './index/query-index.ts';
import { idOfRow } from './index/rows/packed-rows.ts';

/** Whether an index contains a listing. Listings are numbered in the order of their ids. */
export function hasListing({ rows, size }: Pick<QueryIndex, 'rows' | 'size'>, id: string): boolean {
  const listing = findFirst(size, number => idOfRow(rows, number) < id);
  return listing < size && idOfRow(rows, listing) === id;
}

import type { QueryIndex } from './index/query-index.ts';
import { idOfRow } from './index/rows/packed-rows.ts';

/** Whether an index contains a listing. Uses binary search, because listings are numbered in the order of their ids. */
export function hasListing({ rows, size }: Pick<QueryIndex, 'rows' | 'size'>, id: string): boolean {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = idOfRow(rows, middle);
    if (found === id) return true;
    if (found < id) low = middle + 1;
    else high = middle;
  }
  return false;
}

import MiniSearch from 'minisearch';
import type { Row } from '#contract/row.ts';

/** MiniSearch as it is recommended for search with typing errors: fuzzy and prefix on. It answers `q` only. */
export interface MiniSearchPeer {
  /** The ids of what has any of the words, best first: the most that it can find. */
  search(q: string): string[];
  /** The ids of what has all of the words, which takes it less time. */
  searchAll(q: string): string[];
  /** Bytes that its index takes in memory. */
  readonly bytes: number;
}

/** @param collect collects garbage, so that memory can be told */
export function miniSearchPeer(rows: readonly Row[], collect: () => void): MiniSearchPeer {
  collect();
  const before = process.memoryUsage().heapUsed;
  const index = new MiniSearch({ fields: ['name', 'description'], searchOptions: { fuzzy: 0.2, prefix: true } });
  index.addAll(rows.map(({ id, name, description }) => ({ id, name, description })));
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  const ids = (q: string, combineWith: 'OR' | 'AND') => index.search(q, { combineWith }).map(({ id }) => id);
  return { bytes, search: q => ids(q, 'OR'), searchAll: q => ids(q, 'AND') };
}

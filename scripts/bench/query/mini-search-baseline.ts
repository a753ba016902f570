import MiniSearch from 'minisearch';
import type { Row } from '#contract/row.ts';

/** MiniSearch in its recommended configuration for typo tolerance: fuzzy and prefix matches. It supports only `q`. */
export interface MiniSearchBaseline {
  /** Returns the ids of listings with any of the words, best first. */
  search(q: string): string[];
  /** Returns the ids of listings with all of the words, which is faster. */
  searchAll(q: string): string[];
  /** The size of its index in memory. */
  readonly bytes: number;
}

/**
 * Creates a MiniSearch index of listings.
 *
 * @param collect collects garbage, so that the memory of the index can be measured
 */
export function createMiniSearchBaseline(rows: readonly Row[], collect: () => void): MiniSearchBaseline {
  collect();
  const before = process.memoryUsage().heapUsed;
  const index = new MiniSearch({ fields: ['name', 'description'], searchOptions: { fuzzy: 0.2, prefix: true } });
  index.addAll(rows.map(({ id, name, description }) => ({ id, name, description })));
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  const ids = (q: string, combineWith: 'OR' | 'AND') => index.search(q, { combineWith }).map(({ id }) => id);
  return { bytes, search: q => ids(q, 'OR'), searchAll: q => ids(q, 'AND') };
}

import MiniSearch from 'minisearch';
import type { Entry } from '#query/entry.ts';
import { readSearchText } from '#query/text/search-text.ts';

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
 * Creates a MiniSearch index of the texts that the search reads, with the weights of their fields.
 *
 * @param collect collects garbage, so that the memory of the index can be measured
 */
export function createMiniSearchBaseline(entries: readonly Entry[], collect: () => void): MiniSearchBaseline {
  collect();
  const before = process.memoryUsage().heapUsed;
  const index = new MiniSearch({
    fields: Object.keys(BOOST),
    searchOptions: { fuzzy: 0.2, prefix: true, boost: BOOST },
  });
  index.addAll(entries.map(({ row, text }) => ({ id: row.id, ...readSearchText(row, text) })));
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  const ids = (q: string, combineWith: 'OR' | 'AND') => index.search(q, { combineWith }).map(({ id }) => id);
  return { bytes, search: q => ids(q, 'OR'), searchAll: q => ids(q, 'AND') };
}

const BOOST = {
  name: 4,
  useCases: 3,
  description: 2,
  categories: 0.7,
  host: 1.2,
  endpoints: 0.8,
  notes: 0.5,
  parameters: 0.4,
};

import type { Query } from './query.ts';

/** What answers queries. Every engine gives the same matches in the same order, ranking by relevance apart. */
export interface Engine {
  search(query: Query): Matches | Promise<Matches>;
}

/** One page of what matches a query. */
export interface Matches {
  /** How many listings match, on all pages. */
  readonly total: number;
  /** The rows of the page, each as JSON text, so that an answer is put together without parsing. */
  readonly rows: readonly string[];
}

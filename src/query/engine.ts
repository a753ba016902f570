import type { Row } from '#contract/row.ts';
import type { Query } from './query.ts';

/** What answers queries. Every engine gives the same matches in the same order. */
export interface Engine {
  search(query: Query): Matches | Promise<Matches>;
  /** How many listings match each of several queries, where that takes less than asking for each. */
  totals?(queries: readonly Query[]): Promise<readonly number[]>;
  /** The rows of the page that `search` gives, where they are at hand and need not be parsed. */
  page?(query: Query): RowPage;
}

/** One page of what matches a query, to be looked into. */
export interface RowPage {
  readonly rows: readonly Row[];
  /** How many listings match, on all pages. */
  readonly total: number;
}

/** One page of what matches a query. */
export interface Matches {
  /** How many listings match, on all pages. */
  readonly total: number;
  /** How many of them are on the page. */
  readonly count: number;
  /** The rows of the page: JSON texts with commas between, in UTF-8, so that an answer is put together without parsing. */
  readonly rows: Uint8Array<ArrayBuffer>;
  /** What `rows` consists of, where it is at hand in pieces. */
  readonly pieces?: readonly Uint8Array<ArrayBuffer>[];
  /** With `q` only: whether the matches have every word of it, or, because no listing has, most of what it says. */
  readonly matched?: 'all' | 'most';
}

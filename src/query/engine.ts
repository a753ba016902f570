import type { Row } from '#contract/row.ts';
import type { Query } from './query.ts';
import type { RowText } from './row-text.ts';

/** Evaluates queries. All engines return the same matches in the same order. */
export interface Engine {
  search(query: Query): Matches | Promise<Matches>;
  /** Counts the matches of several queries, if that is cheaper than separate searches. */
  totals?(queries: readonly Query[]): Promise<readonly number[]>;
  /**
   * Returns the page that `search` returns, if its rows are in memory and need no parsing. Only the engine of a build has
   * it, which serves no requests: callers that read all pages do not yield between them.
   */
  page?(query: Query): RowPage;
}

/** One page of the matches of a query, as objects. */
export interface RowPage {
  readonly rows: readonly Row[];
  /** The id and last change of each row, if the engine can read them without the rows. */
  readonly updates?: readonly Pick<Row, 'id' | 'updated_at'>[];
  /** The numbers of the listings, if the caller of the engine can use them without reading the rows. */
  readonly listings?: Uint32Array;
  /** The number of matches on all pages. */
  readonly total: number;
}

/** One page of the matches of a query. */
export interface Matches {
  /** The number of matches on all pages. */
  readonly total: number;
  /** The number of matches on this page. */
  readonly count: number;
  /** The time of the newest change of a listing on this page, in milliseconds since 1970; null for an empty page. */
  readonly changedAt: number | null;
  /** The rows of the page as JSON, so that a response is assembled without parsing. */
  readonly rows: readonly RowText[];
  /** Only with `q`: how well the best of the matches fits. */
  readonly match?: Match;
  /** Only with `q` and corrected typos: for each misspelled word, the most frequent correction. */
  readonly corrections?: ReadonlyMap<string, string>;
}

/**
 * How well the matches fit a search text: `exact` if a listing has every word; `partial` if it is relevant, but has only
 * some of the words, synonyms, translations, or longer words; `near` if it has only corrected typos, or too small a part of
 * a text of several words to serve the need; `none` without matches.
 */
export type Match = 'exact' | 'partial' | 'near' | 'none';

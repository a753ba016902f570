import type { RowPage } from '#query/engine.ts';

/** The file of one page of a list. It equals the application's response at the same path. */
export interface ListFile {
  readonly path: string;
  /** The listings on the page. The same listings, with the same history, give the same file. */
  readonly shows: ShownListings;
  /** Generates the content, as text or in pieces. */
  content(): Promise<string | readonly Uint8Array[]>;
}

/** The listings on a page by number, if the engine knows them, and the number of listings on all pages. */
export interface ShownListings extends Pick<RowPage, 'listings' | 'total'> {
  /** The ids of a list that is not a query. Some may not exist. */
  readonly ids?: readonly string[];
}

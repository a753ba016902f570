import type { Row } from './row.ts';

/** The curated collections: `data` of `GET /collections`. */
export interface Collections {
  readonly collections: readonly CollectionSummary[];
  readonly count: number;
}

/** A curated set of APIs on one theme. It has either ids or a query. */
export interface CollectionSummary {
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  /** The ids of its listings. Null if it has a query. */
  readonly listing_ids: readonly string[] | null;
  /** The query string of its listings. Null if it has ids. */
  readonly query: string | null;
  readonly links: {
    readonly self: string;
    readonly html: string;
    /** `GET /listings` with the query. Null if the collection has ids. */
    readonly listings: string | null;
    readonly atom: string;
    readonly json_feed: string;
  };
}

/** A collection with its listings: `data` of `GET /collections/{collection}`. */
export interface CollectionDetail extends CollectionSummary {
  /** At most 100. */
  readonly listings: readonly Row[];
  readonly count: number;
  /** The number of listings that match the query of the collection, or the number of its ids that are listed. */
  readonly total: number;
}

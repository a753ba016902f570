/** The number of listings that match a query: `data` of `GET /facets`. */
export interface FacetCounts {
  readonly total: number;
  /** The number of matches with each value of each filter, by parameter, then by value. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

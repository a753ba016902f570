/** The categories with their numbers of listings: `data` of `GET /categories`. */
export interface Categories {
  readonly categories: readonly CategoryCount[];
  readonly primary_categories: readonly CategoryCount[];
}

interface CategoryCount {
  readonly name: string;
  readonly description: string;
  /** The number of listings that `GET /listings` returns for the category. */
  readonly count: number;
  readonly links: { readonly listings: string };
}

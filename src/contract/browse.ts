/** The number of listings per page on the browse page (`/browse/`), unless its query has a `limit`. */
export const BROWSE_LIMIT = 25;

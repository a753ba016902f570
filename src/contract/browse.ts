/** The number of listings per page on the browse page (`/browse/`), unless its query has a `limit`. */
export const BROWSE_LIMIT = 25;

/** The parameters of `GET /listings` that arrange the results. The others filter them. */
export const VIEW_PARAMETERS: ReadonlySet<string> = new Set(['sort', 'order', 'limit', 'offset']);

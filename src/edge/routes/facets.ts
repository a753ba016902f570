import { facetCounts } from '#query/engines/facet-counts.ts';
import type { Query } from '#query/query.ts';
import { toAppliedQuery } from '#query/query-string.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { metaOf } from '../http/envelope.ts';
import { json } from '../http/response.ts';

/**
 * Handles `GET /facets`: returns the number of listings that match a query, and the number that would match with each
 * value of each filter, so that a page can show counts next to its filters.
 */
export async function facets(query: Query, { engine, summary }: Catalog): Promise<Response> {
  const data = await facetCounts(engine, query, summary.currencies);
  const meta = {
    ...metaOf('Listing counts for each value of each filter, with all other filters applied, as in GET /listings.'),
    query: toAppliedQuery(query),
    generated_at: summary.generated_at,
  };
  return json(JSON.stringify({ meta, data }));
}

import { facetCounts } from '#query/engines/facet-counts.ts';
import type { Query } from '#query/query.ts';
import { toAppliedQuery } from '#query/query-string.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { metaOf } from '../http/envelope.ts';
import { json } from '../http/response.ts';

/**
 * `GET /facets`: how many listings a query has, and how many it would have with each value of each filter, so that a
 * page can show what is worth choosing before it is chosen.
 */
export async function facets(query: Query, { engine, summary }: Catalog): Promise<Response> {
  const data = await facetCounts(engine, query, summary.currencies);
  const meta = {
    ...metaOf('Counts for each value of each filter, all other filters applied. GET /listings finds as many.'),
    query: toAppliedQuery(query),
    generated_at: summary.generated_at,
  };
  return json(JSON.stringify({ meta, data }));
}

import { understood } from '#query/address.ts';
import { facetCounts } from '#query/facet-counts.ts';
import type { Query } from '#query/query.ts';
import { json } from './answer.ts';
import type { Catalogue } from './catalogue.ts';
import { metaOf } from './envelope.ts';

/**
 * `GET /facets`: how many listings a query has, and how many it would have with each value of each filter, so that a
 * page can show what is worth choosing before it is chosen.
 */
export async function facets(query: Query, { engine, summary }: Catalogue): Promise<Response> {
  const data = await facetCounts(engine, query, summary.currencies);
  const meta = {
    ...metaOf('Counts for each value of each filter, all other filters applied. GET /listings finds as many.'),
    query: understood(query),
    generated_at: summary.generated_at,
  };
  return json(JSON.stringify({ meta, data }));
}

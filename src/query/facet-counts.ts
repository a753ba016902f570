import { isTerm } from '#manifest/taxonomy.ts';
import type { Engine } from './engine.ts';
import { type Facet, facetsOf } from './facets.ts';
import type { Query } from './query.ts';

/** How many listings match a query, and how many would with each value of each filter. */
export interface FacetCounts {
  readonly total: number;
  /** By parameter, then by value. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * Counts by asking: the count beside a value is the total that the query has with that value chosen, all else as it
 * is. A value takes the place of another of its parameter; a badge, of which all are wanted, joins the others.
 *
 * @param currencies the payment currencies that occur
 */
export async function facetCounts(engine: Engine, query: Query, currencies: readonly string[]): Promise<FacetCounts> {
  const totalOf = async (asked: Query) => (await engine.search({ ...asked, sort: 'name', limit: 1, offset: 0 })).total;
  const facets: Record<string, Record<string, number>> = {};
  for (const facet of facetsOf(currencies)) {
    const counts = facets[facet.parameter] ?? {};
    facets[facet.parameter] = { ...counts, [facet.value]: await totalOf(withFacet(query, facet)) };
  }
  return { total: await totalOf(query), facets };
}

function withFacet(query: Query, { parameter, value }: Facet): Query {
  const { filters } = query;
  if (parameter === 'status') return isTerm('statuses', value) ? { ...query, status: [value] } : query;
  if (parameter === 'badges') {
    const badges = isTerm('badges', value) ? [...new Set([...(filters.badges ?? []), value])] : [];
    return { ...query, filters: { ...filters, badges } };
  }
  const chosen = value === 'true' || value === 'false' ? value === 'true' : value;
  return { ...query, filters: { ...filters, [parameter]: chosen } };
}

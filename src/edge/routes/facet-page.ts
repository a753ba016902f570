import { facetPath, facetSearch, listingsSearch, parseFacets } from '#query/facets.ts';
import { DEFAULT_LIMIT, DEFAULT_QUERY } from '#query/query.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { Problem } from '../http/problem.ts';
import type { Digest } from '../middleware/conditional.ts';
import { listings, queryFrom } from './listings.ts';

/**
 * Handles `GET /listings/by/{parameter}/{value}/{page}.json`: returns the same page as the static file at that path
 * (design: Static output).
 * @throws Problem `invalid-query` for an invalid parameter or value, `not-found` for a page that does not exist
 */
export async function facetPage(
  { parameter, value }: Readonly<Record<'parameter' | 'value', string>>,
  page: number,
  catalog: Catalog,
  registry: string,
  digest: Digest | undefined,
): Promise<Response> {
  // The first page, because the offset of a page that does not exist may be no valid one.
  const query = queryFrom(facetSearch({ parameter, value }, 1));
  const isFacet = parseFacets(catalog.summary.currencies).some(
    each => each.parameter === parameter && each.value === value,
  );
  const { total } = await catalog.engine.search({ ...query, limit: 1 });
  if (isFacet && hasPage(page, total))
    return listings(facetSearch({ parameter, value }, page), catalog, registry, digest);
  throw new Problem(
    'not-found',
    `Not found: ${facetPath({ parameter, value }, page).slice(0, 260)}. Use GET /listings for any query.`,
  );
}

/**
 * Handles `GET /listings/pages/{page}.json`: returns the same page of all listings as the static file at that path.
 * @throws Problem `not-found` for a page that does not exist
 */
export async function allListingsPage(
  page: number,
  catalog: Catalog,
  registry: string,
  digest: Digest | undefined,
): Promise<Response> {
  const { total } = await catalog.engine.search({ ...DEFAULT_QUERY, limit: 1 });
  if (hasPage(page, total)) return listings(listingsSearch(page), catalog, registry, digest);
  throw new Problem('not-found', `Not found: /listings/pages/${page}.json. Use GET /listings for any query.`);
}

/** Whether a list has a page. The first one always exists. */
function hasPage(page: number, total: number): boolean {
  return page === 1 || (page - 1) * DEFAULT_LIMIT < total;
}

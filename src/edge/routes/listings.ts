import type { Detail } from '#contract/detail.ts';
import type { History } from '#contract/history.ts';
import { readParameters } from '#query/parameters.ts';
import type { Query } from '#query/query.ts';
import type { Body, Catalog } from '../catalog/catalog.ts';
import { type CollectionPage, collectionPage, joined, linkHeader } from '../http/collection.ts';
import { envelope } from '../http/envelope.ts';
import { Problem } from '../http/problem.ts';
import { json } from '../http/response.ts';

/**
 * `GET /listings` (specification, section 4.2).
 * @throws Problem `invalid-query` that names every parameter at fault
 */
export async function listings(search: URLSearchParams, catalog: Catalog, registry: string): Promise<Response> {
  const { pieces, links } = await listingsPage(search, catalog, registry);
  return json(joined(pieces), { Link: linkHeader(links) });
}

/**
 * The answer to `GET /listings`, without its header.
 * @throws Problem `invalid-query` that names every parameter at fault
 */
export async function listingsPage(
  search: URLSearchParams,
  catalog: Catalog,
  registry: string,
): Promise<CollectionPage> {
  const query = queryFrom(search);
  return collectionPage(query, await catalog.engine.search(query), registry, catalog.summary.generated_at);
}

/**
 * The query that parameters ask for.
 * @throws Problem `invalid-query` that names every parameter at fault
 */
export function queryFrom(search: URLSearchParams): Query {
  const parameters = readParameters(search);
  if (!parameters.ok) {
    const [first, ...more] = parameters.problems;
    const detail =
      more.length > 0 ? `${more.length + 1} query parameters are at fault; see errors.` : (first?.detail ?? '');
    throw new Problem('invalid-query', detail, { errors: parameters.problems });
  }
  return parameters.query;
}

/**
 * `GET /listings/{id}`: one listing with its complete manifest.
 * @throws Problem `not-found`
 */
export async function listing(id: string, catalog: Catalog): Promise<Response> {
  return found(id, await catalog.listing(id));
}

/**
 * `GET /listings/{id}/history`: how a listing came to be what it is.
 * @throws Problem `not-found`
 */
export async function listingHistory(id: string, catalog: Catalog): Promise<Response> {
  return found(id, await catalog.history(id));
}

function found(id: string, body: Body | undefined): Response {
  if (body === undefined) {
    throw new Problem(
      'not-found',
      `There is no listing "${id.slice(0, 260)}". An id is the host of an API, such as api.example.com.`,
    );
  }
  return json(body);
}

/** The body of `GET /listings/{id}/history`. */
export function historyDocument(history: History): string {
  return envelope(
    'What changed in one listing, newest first, with the differences between its manifests in words.',
    history,
  );
}

/** The body of `GET /listings/{id}`. */
export function listingDocument(detail: Detail): string {
  return envelope('One listing with its complete manifest, as its publisher serves it.', detail);
}

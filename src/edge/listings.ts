import type { Detail } from '#listing/detail.ts';
import { readParameters } from '#query/parameters.ts';
import { json } from './answer.ts';
import type { Catalogue } from './catalogue.ts';
import { collectionPage, linkHeader } from './collection.ts';
import { envelope } from './envelope.ts';
import { Problem } from './problem.ts';

/**
 * `GET /listings` (specification, section 4.2).
 * @throws Problem `invalid-query` that names every parameter at fault
 */
export async function listings(search: URLSearchParams, catalogue: Catalogue, registry: string): Promise<Response> {
  const parameters = readParameters(search);
  if (!parameters.ok) {
    const [first, ...more] = parameters.problems;
    const detail =
      more.length > 0 ? `${more.length + 1} query parameters are at fault; see errors.` : (first?.detail ?? '');
    throw new Problem('invalid-query', detail, { errors: parameters.problems });
  }
  const matches = await catalogue.engine.search(parameters.query);
  const { body, links } = collectionPage(parameters.query, matches, registry, catalogue.summary.generated_at);
  return json(body, { Link: linkHeader(links) });
}

/**
 * `GET /listings/{id}`: one listing with its complete manifest.
 * @throws Problem `not-found`
 */
export async function listing(id: string, catalogue: Catalogue): Promise<Response> {
  const body = await catalogue.listing(id);
  if (body === undefined) {
    throw new Problem(
      'not-found',
      `There is no listing "${id.slice(0, 260)}". An id is the host of an API, such as api.example.com.`,
    );
  }
  return json(body);
}

/** The body of `GET /listings/{id}`. */
export function listingDocument(detail: Detail): string {
  return envelope('One listing with its complete manifest, as its publisher serves it.', detail);
}

import type { Detail } from '#contract/detail.ts';
import type { History } from '#contract/history.ts';
import { parseData } from '#listing/encoding/parse-data.ts';
import { toListingId } from '#listing/origin.ts';
import { type QueryPairs, readParameters } from '#query/parameters.ts';
import type { Query } from '#query/query.ts';
import type { Body, Catalog } from '../catalog/catalog.ts';
import { type CollectionPage, collectionPage, linkHeader } from '../http/collection.ts';
import { envelope } from '../http/envelope.ts';
import { tagOfPage } from '../http/page-tag.ts';
import { Problem } from '../http/problem.ts';
import { json } from '../http/response.ts';
import { whenReady } from '../http/when-ready.ts';
import type { Digest } from '../middleware/conditional.ts';

/**
 * Handles `GET /listings` (specification, section 4.2).
 * @throws Problem `invalid-query` that lists all invalid parameters
 */
export async function listings(
  search: URLSearchParams,
  catalog: Catalog,
  registry: string,
  digest?: Digest,
): Promise<Response> {
  const page = await listingsPage(search, catalog, registry);
  return json(page.toBody(), { ETag: await tagOfPage(page, digest), Link: linkHeader(page.links) });
}

/**
 * Returns the page of `GET /listings`.
 * @throws Problem `invalid-query` that lists all invalid parameters
 */
export function listingsPage(
  search: QueryPairs,
  catalog: Catalog,
  registry: string,
): CollectionPage | Promise<CollectionPage> {
  const query = queryFrom(search);
  return whenReady(catalog.engine.search(query), matches => collectionPage(query, matches, registry, catalog.summary));
}

/**
 * Parses query parameters.
 * @throws Problem `invalid-query` that lists all invalid parameters
 */
export function queryFrom(search: QueryPairs): Query {
  const parameters = readParameters(search);
  if (!parameters.ok) {
    const [first, ...more] = parameters.error;
    const detail =
      more.length > 0 ? `${more.length + 1} query parameters are invalid. See errors.` : (first?.detail ?? '');
    throw new Problem('invalid-query', detail, { errors: parameters.error });
  }
  return parameters.value;
}

/**
 * Handles `GET /listings/{id}`: returns a listing with its full manifest.
 * @throws Problem `not-found`
 */
export async function listing(id: string, catalog: Catalog): Promise<Response> {
  return found(id, await catalog.listing(id), catalog);
}

/**
 * Handles `GET /listings/{id}/history`: returns the changes of a listing.
 * @throws Problem `not-found`
 */
export async function listingHistory(id: string, catalog: Catalog): Promise<Response> {
  return found(id, await catalog.history(id), catalog);
}

/**
 * Handles `GET /listings/{id}/manifest.json`: returns the manifest alone, as a file that a publisher can serve.
 * @throws Problem `not-found`
 */
export async function listingManifest(id: string, catalog: Catalog): Promise<Response> {
  const detail = await readDetail(id, catalog);
  return found(id, detail && formatManifest(detail), catalog);
}

/** Returns a listing; undefined if it does not exist. */
export async function readDetail(id: string, catalog: Catalog): Promise<Detail | undefined> {
  return parseData<Detail>(await catalog.listing(id));
}

/** Returns the manifest of a listing as indented JSON. */
export function formatManifest({ manifest }: Detail): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

async function found(id: string, body: Body | undefined, catalog: Catalog): Promise<Response> {
  if (body !== undefined) return json(body);
  const meant = toListingId(id);
  const isListed = meant !== id && (await catalog.listing(meant)) !== undefined;
  const hint = isListed
    ? `Did you mean "${meant}"?`
    : 'The id of a listing is the host of its API, such as api.example.com.';
  throw new Problem('not-found', `Listing "${id.slice(0, 260)}" not found. ${hint}`);
}

/** Creates the body of `GET /listings/{id}/history`. */
export function historyDocument(history: History): string {
  return envelope(
    'The changes of one listing, newest first, with the differences between its manifests in words.',
    history,
  );
}

/** Creates the body of `GET /listings/{id}`. */
export function listingDocument(detail: Detail): string {
  return envelope(
    'One listing with its full manifest. source shows whether the publisher serves it or it was written from documentation.',
    detail,
  );
}

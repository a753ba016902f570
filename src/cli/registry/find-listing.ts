import { type Detail, type RegistryClient, RegistryError } from '#client/client.ts';
import { toIdWords, toListingId } from '#listing/origin.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import { requireTypes } from './registry.ts';

/** The registry to look in, as commands get it. */
interface ListingSource {
  readonly client: RegistryClient;
  /** The URL of the registry. */
  readonly registry: string;
  readonly signal: AbortSignal;
}

/**
 * Finds a listing by its id, or by a URL of the API or of the listing.
 *
 * @returns the listing; for an unknown id, the message for the user, with similar ids
 * @throws RegistryError for each other response
 */
export async function findListing(
  target: string,
  { client, registry, signal }: ListingSource,
): Promise<Result<Detail, string>> {
  const id = toListingId(target, [registry]);
  try {
    return success(await client.get(id, { signal }));
  } catch (error) {
    if (!(error instanceof RegistryError && error.status === 404 && error.problem)) throw error;
    const similar = await findSimilarIds(id, { client, registry, signal });
    const hint = similar.length > 0 ? ` Similar listings: ${similar.join(', ')}.` : '';
    return failure(
      `Listing "${sanitizeLine(id, 260)}" not found at ${registry}.${hint} To search by words, use api-manifest find.`,
    );
  }
}

async function findSimilarIds(id: string, { client, registry, signal }: ListingSource): Promise<readonly string[]> {
  const q = toIdWords(id);
  if (q === '') return [];
  try {
    const { data } = await client.search({ q, limit: 3 }, { signal });
    requireTypes(data, { 'listings[].id': 'string' }, registry);
    return data.listings.map(row => sanitizeLine(row.id));
  } catch (error) {
    // Without suggestions, the message is still complete.
    if (error instanceof RegistryError) return [];
    throw error;
  }
}

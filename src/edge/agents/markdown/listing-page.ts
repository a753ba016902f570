import type { Detail } from '#contract/detail.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { endpointsMarkdown, listingMarkdown } from './listing.ts';

/**
 * A listing as Markdown, or a further page of its endpoints.
 * @param page from 1
 * @returns undefined where there is no such listing or page
 */
export async function loadListingPage(id: string, page: number, catalog: Catalog): Promise<string | undefined> {
  const body = await catalog.listing(id);
  if (body === undefined) return undefined;
  const { data } = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as { data: Detail };
  return page === 1 ? listingMarkdown(data) : endpointsMarkdown(data, page);
}

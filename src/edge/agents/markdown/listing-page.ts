import type { Detail } from '#contract/detail.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { readDetail } from '../../routes/listings.ts';
import { endpointsMarkdown, listingMarkdown } from './listing.ts';

/**
 * Creates the Markdown of a listing, or of a later page of its endpoints.
 * @param page the page, from 1
 * @returns undefined if the listing or page does not exist
 */
export async function loadListingPage(id: string, page: number, catalog: Catalog): Promise<string | undefined> {
  const detail = await readDetail(id, catalog);
  return detail && formatListingPage(detail, page);
}

/** Like `loadListingPage`, for a listing that was read already. */
export function formatListingPage(detail: Detail, page: number): string | undefined {
  return page === 1 ? listingMarkdown(detail) : endpointsMarkdown(detail, page);
}

import { badgeImage, unknownBadge } from '#listing/display/badge-image.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { REVALIDATED, textResponse } from '../http/response.ts';
import { readDetail } from './listings.ts';

/**
 * Handles `GET /badges/<id>.svg`. Draws the badge from the catalog, which has a new listing before a build has its file.
 * For an unknown id, returns 404 with a badge that shows the problem: pages embed badges as images, and a JSON error would
 * show as a broken image.
 */
export async function badge(id: string, catalog: Catalog, siteName: string): Promise<Response> {
  const detail = await readDetail(id, catalog);
  if (detail !== undefined) return textResponse(badgeImage(detail, siteName).svg, 'image/svg+xml');
  const { body, headers } = textResponse(unknownBadge(siteName).svg, 'image/svg+xml', {
    'Cache-Control': REVALIDATED,
  });
  return new Response(body, { status: 404, headers });
}

import type { Detail } from '#contract/detail.ts';
import { badgeImage, unknownBadge } from '#listing/display/badge-image.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { REVALIDATED, textResponse } from '../http/response.ts';

/**
 * Handles `GET /badges/<id>.svg`. Draws the badge from the catalog, which has a new listing before a build has its file.
 * For an unknown id, returns 404 with a badge that shows the problem: pages embed badges as images, and a JSON error would
 * show as a broken image.
 */
export async function badge(id: string, catalog: Catalog, siteName: string): Promise<Response> {
  const body = await catalog.listing(id);
  if (body !== undefined) {
    const { data } = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as { data: Detail };
    return textResponse(badgeImage(data, siteName).svg, 'image/svg+xml');
  }
  const { body: image, headers } = textResponse(unknownBadge(siteName).svg, 'image/svg+xml', {
    'Cache-Control': REVALIDATED,
  });
  return new Response(image, { status: 404, headers });
}

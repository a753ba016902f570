import { unknownBadge } from '#listing/badge-image.ts';
import type { Assets } from '../catalog/assets.ts';
import { textResponse } from '../http/response.ts';

/**
 * Handles `GET /badges/<id>.svg`. For an unknown id, returns 404 with a badge that shows the problem: pages embed badges as
 * images, and a JSON error would show as a broken image.
 */
export async function badge(path: string, assets: Assets, siteName: string): Promise<Response> {
  const image = await assets.fetch(path);
  if (image) return image;
  const { body, headers } = textResponse(unknownBadge(siteName).svg, 'image/svg+xml');
  return new Response(body, { status: 404, headers });
}

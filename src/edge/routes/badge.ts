import { unknownBadge } from '#listing/badge-image.ts';
import type { Assets } from '../catalog/assets.ts';
import { textResponse } from '../http/response.ts';

/**
 * `GET /badges/<id>.svg`: the badge that the build drew. Where no listing has the id, a badge says so, with the status 404:
 * it stands in a page of somebody else's, where a problem in JSON would be a broken picture.
 */
export async function badge(path: string, assets: Assets, siteName: string): Promise<Response> {
  const drawn = await assets.fetch(path);
  if (drawn) return drawn;
  const { body, headers } = textResponse(unknownBadge(siteName).svg, 'image/svg+xml');
  return new Response(body, { status: 404, headers });
}

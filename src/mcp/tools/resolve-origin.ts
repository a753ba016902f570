import { type OriginResult, parseOrigin } from '#listing/origin.ts';

/**
 * The origin that a domain, a listing's id or an address names. What names no scheme is asked by https.
 *
 * @param listedUrl the origin under which that id is listed, if it is; it may be http in a registry on this machine
 */
export function resolveOrigin(given: string, listedUrl?: string): OriginResult {
  const text = given.trim();
  if (listedUrl !== undefined) return parseOrigin(listedUrl);
  return parseOrigin(text.includes('://') ? text : `https://${text.replace(/_(\d+)$/, ':$1')}`);
}

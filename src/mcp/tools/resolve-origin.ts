import { type OriginResult, parseOrigin } from '#listing/origin.ts';

/**
 * Resolves a domain, a listing id, or a URL to its origin. The default scheme is https.
 *
 * @param listedUrl the URL of the listing with this id, which may use http in a local registry
 */
export function resolveOrigin(subject: string, listedUrl?: string): OriginResult {
  const text = subject.trim();
  if (listedUrl !== undefined) return parseOrigin(listedUrl);
  return parseOrigin(text.includes('://') ? text : `https://${text.replace(/_(\d+)$/, ':$1')}`);
}

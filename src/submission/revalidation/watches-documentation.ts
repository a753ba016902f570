import { findPublicUrlError } from '#listing/public-url.ts';

/**
 * Returns whether a registry probes the endpoints of its listings from documentation: only one with a public URL, at which
 * providers find the explanation and the way to opt out. A clone on a laptop never does (design: Observed facts).
 *
 * @param registryUrl the value of REGISTRY_URL; empty or undefined if it is not set
 * @param isLocal whether the registry grants local privileges
 */
export function watchesDocumentation(registryUrl: string | undefined, isLocal: boolean): boolean {
  return !isLocal && Boolean(registryUrl) && findPublicUrlError(registryUrl ?? '') === undefined;
}

import { getDomain } from 'tldts';

/**
 * Returns the registrable domain of a host, by the public suffix list with its private section, so that `a.github.io` and
 * `b.github.io` are different domains. Returns the host itself for localhost and IP addresses.
 */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host;
}

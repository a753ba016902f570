/**
 * How this service names itself to the publishers it asks, with an address where they can read about it.
 *
 * @param siteUrl base address of the discovery site
 */
export function createUserAgent(siteUrl: string): string {
  return `api-registry/0.3.1 (+${siteUrl.replace(/\/$/, '')}/docs/verification/)`;
}

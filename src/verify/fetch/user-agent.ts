/**
 * Returns the User-Agent of checks, with a URL that explains them to publishers.
 *
 * @param siteUrl the base URL of the site
 */
export function createUserAgent(siteUrl: string): string {
  return `api-registry/0.3.1 (+${siteUrl.replace(/\/$/, '')}/docs/verification/)`;
}

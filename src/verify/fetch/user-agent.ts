import { VERSION } from '#manifest/version.ts';

/** The name and the website of the service in the User-Agent header of its requests. */
export interface UserAgentOptions {
  /** The URL of the site, which has a page about these requests. */
  readonly siteUrl: string;
  /** The name of the registry. Without it, the header has only the URL. */
  readonly siteName?: string | undefined;
}

/**
 * Returns the User-Agent of checks, with the URL of the page that explains them and how to stop them:
 * `api-registry/1.2.3 (Name; +https://site.example/probes/)`.
 */
export function createUserAgent({ siteUrl, siteName = '' }: UserAgentOptions): string {
  // A comment in a header ends at a parenthesis, and a header has only ASCII.
  const name = siteName.replace(/[^\x20-\x7e]|[()\\;]/g, '').trim();
  return `api-registry/${VERSION} (${name && `${name}; `}+${siteUrl.replace(/\/$/, '')}/probes/)`;
}

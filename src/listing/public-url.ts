/**
 * Checks a URL that a deployed registry publishes as its own. A loopback or http URL there would send every visitor to
 * their own machine.
 * @returns the problem as a sentence, or undefined if the URL is public
 */
export function findPublicUrlError(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return 'Use a public https URL, such as https://registry.example.org.';
  // An empty query or fragment counts, too, because paths are appended to the URL.
  if (url.username || url.password || /[?#]/.test(url.href))
    return 'Use a URL without credentials, query, or fragment.';
  return isPrivateHost(url.hostname) ? `${url.hostname} is not a public host.` : undefined;
}

/**
 * Checks the URL of the site. Its pages link each other and their styles from the root of the host.
 * @returns the problem and the fix as sentences, or undefined
 */
export function findSitePathError(siteUrl: string): string | undefined {
  const { origin, pathname } = new URL(siteUrl);
  if (pathname === '/') return undefined;
  return `The links of its pages start at the root of the host. Use a URL without a path, such as ${origin}.`;
}

/** The URLs of the surfaces of a registry. */
export interface SurfaceUrls {
  readonly registry: string;
  readonly site: string;
  readonly validator: string;
  readonly mcp: string;
}

/** Returns the URLs of surfaces without their own host. */
export function getDefaultSurfaceUrls(registry: string): SurfaceUrls {
  return { registry, site: registry, validator: `${registry}/validator`, mcp: `${registry}/mcp` };
}

/**
 * Finds a surface that has the URL of another one, so that requests to one of them would never arrive. Only the registry and
 * the site share a URL.
 */
export function findSharedSurface({ registry, site, validator, mcp }: SurfaceUrls): 'validator' | 'mcp' | undefined {
  const [pages, checks, tools] = [[registry, site].map(toPlace), toPlace(validator), toPlace(mcp)];
  if (pages.includes(tools)) return 'mcp';
  return pages.includes(checks) || checks === tools ? 'validator' : undefined;
}

/** The host and the path. Behind a proxy, the scheme selects no surface. */
function toPlace(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

/** True for hosts without a public DNS name. IP addresses count, because they have no certificate. */
function isPrivateHost(host: string): boolean {
  return !host.includes('.') || PRIVATE_SUFFIX.test(host) || /^[\d.]+$|^\[/.test(host);
}

/** The special-use names of RFC 6761, RFC 6762, and RFC 9476. */
const PRIVATE_SUFFIX = /(^|\.)(localhost|local|internal|test|invalid)\.?$/;

import type { Settings } from './settings.ts';

type Addresses = Pick<Settings, 'siteUrl' | 'registryUrl' | 'validatorUrl'> & Partial<Pick<Settings, 'mcpUrl'>>;

/**
 * Adds the response headers of all files to the rules of `public/_headers`, so that static hosts and our server use one
 * policy. They come first, because later rules replace some of them.
 */
export function addSecurityRules(rules: string, addresses: Addresses): string {
  const lines = Object.entries(createPageHeaders(addresses)).map(([name, value]) => `  ${name}: ${value}`);
  const ofListing = [
    LISTING_PAGES,
    '  ! Content-Security-Policy',
    `  Content-Security-Policy: ${contentSecurityPolicy(addresses, 'https://:id')}`,
  ];
  const ofPages = PAGES.flatMap(pattern => [pattern, '  ! Cache-Control', `  Cache-Control: ${REVALIDATED}`]);
  return ['/*', ...lines, ...ofPages, ...ofListing, rules].join('\n');
}

/** The paths and the files of pages. `public/_headers` has a rule for the home page, because each path has only one. */
const PAGES = ['/*/', '/*.html'];

/**
 * The cache policy of pages: a browser revalidates its copy, so that a publisher who claims or changes a
 * listing sees the result instead of the previous page. With a matching ETag, the response has no body.
 */
const REVALIDATED = 'public, no-cache';

/** The pages of one listing. Only they may connect to the listing's origin, for "Try it". */
const LISTING_PAGES = '/apis/:id/*';

/**
 * The headers of pages and, except the policy, of all files. Scripts and styles are files of the site, without inline
 * code, and connect only to the registry and its validator, and the page of a listing to the origin of that listing. The
 * search needs WebAssembly. Badges can be embedded anywhere, pages in no frame. Pages of other origins may read
 * everything, as with the application.
 */
export function createPageHeaders(addresses: Addresses): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
    'Cache-Control': 'public, max-age=60, stale-while-revalidate=600',
    'Content-Security-Policy': contentSecurityPolicy(addresses),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(addresses.siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}

function contentSecurityPolicy(
  { siteUrl, registryUrl, validatorUrl, mcpUrl = registryUrl }: Addresses,
  ...others: string[]
): string {
  const asked = [siteUrl, registryUrl, validatorUrl, mcpUrl].map(address => new URL(address).origin);
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    ['connect-src', "'self'", ...new Set(asked), ...others].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy for responses that are not pages: it allows nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/**
 * Returns a function that adds security headers to a response. Files of the build keep their own headers from
 * `_headers`, such as the content security policy of pages (`src/site/security-policy.ts`).
 *
 * @param registry the registry's URL; with https, responses get Strict-Transport-Security
 */
export function securityHeaders(registry: string): (headers: Headers) => void {
  const fixed = Object.entries({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(registry.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  });
  return headers => {
    for (const [name, value] of fixed) headers.set(name, value);
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', NOTHING);
  };
}

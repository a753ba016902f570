/** What an answer that is no page may do in a browser: nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/**
 * Gives an answer the headers that keep a browser from taking it for something else. Files of the build have their own
 * from `_headers`, the pages' policy among them (`src/site/security-policy.ts`).
 *
 * @param address the registry's; where it is https, browsers are told never to ask otherwise
 */
export function securityHeaders(address: string): (headers: Headers) => void {
  const fixed = Object.entries({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(address.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  });
  return headers => {
    for (const [name, value] of fixed) headers.set(name, value);
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', NOTHING);
  };
}

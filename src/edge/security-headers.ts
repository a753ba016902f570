import type { MiddlewareHandler } from 'hono';

/** What an answer that is no page may do in a browser: nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/**
 * Gives every answer the headers that keep a browser from taking it for something else. Files of the build have their own
 * from `_headers`, the pages' policy among them (`src/site/security-policy.ts`).
 *
 * @param address the registry's; where it is https, browsers are told never to ask otherwise
 */
export function securityHeaders(address: string): MiddlewareHandler {
  const headers = Object.entries({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(address.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  });
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) context.header(name, value);
    if (!context.res.headers.has('Content-Security-Policy')) context.header('Content-Security-Policy', NOTHING);
  };
}

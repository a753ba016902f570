import { appendFile } from 'node:fs/promises';
import type { Settings } from './settings.ts';

type Addresses = Pick<Settings, 'siteUrl' | 'registryUrl' | 'validatorUrl'>;

/**
 * Adds to a build's `_headers` what every file of it is answered with, so that static hosts and our own server keep one
 * policy.
 *
 * @throws the system's error when the file cannot be written
 */
export async function writeSecurityRules(file: string, addresses: Addresses): Promise<void> {
  const lines = Object.entries(pageHeaders(addresses)).map(([name, value]) => `  ${name}: ${value}`);
  await appendFile(file, ['/*', ...lines, ''].join('\n'));
}

/**
 * What pages are answered with. Their scripts and styles are files of the site, nothing stands inline, and they ask nobody
 * but the registry and its validator. WebAssembly is what the search runs on. Badges may be shown anywhere; a page stands
 * in no frame. Pages of other origins may read all of it, as they may where the application answers.
 */
export function pageHeaders(addresses: Addresses): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag, Link',
    'Content-Security-Policy': contentSecurityPolicy(addresses),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(addresses.siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}

function contentSecurityPolicy({ siteUrl, registryUrl, validatorUrl }: Addresses): string {
  const asked = [siteUrl, registryUrl, validatorUrl].map(address => new URL(address).origin);
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    ['connect-src', "'self'", ...new Set(asked)].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

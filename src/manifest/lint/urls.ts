import type { Manifest } from '../manifest.ts';
import { valueAt } from '../pointer.ts';
import type { Text } from './texts.ts';

const pointers = [
  '/homepage',
  '/documentation',
  '/pricing/support_url',
  '/payment/discovery_url',
  '/payment/onboarding/url',
  '/payment/onboarding/returns/refresh_url',
  '/payment/usage_endpoint/url',
  '/payment/settlement/provider_url',
  '/payment/refund_policy/terms_url',
  '/payment/checkout_url',
  '/payment/key_provisioning_url',
  '/reliability/status_url',
  '/contact',
  '/contact/support_url',
  '/contact/github',
];

/** Returns the http and https URLs of a manifest. */
export function listWebUrls(manifest: Manifest): (Text & { readonly url: URL })[] {
  return pointers.flatMap(pointer => {
    const text = valueAt(manifest, pointer);
    if (typeof text !== 'string' || !/^https?:/i.test(text) || !URL.canParse(text)) return [];
    return { pointer, text, url: new URL(text) };
  });
}

/** Returns the lowercase host names of the URLs and email addresses of a manifest. */
export function listHosts(manifest: Manifest): (Text & { readonly host: string })[] {
  const web = listWebUrls(manifest).map(({ pointer, text, url }) => ({ pointer, text, host: url.hostname }));
  const email = ['/contact', '/contact/email'].flatMap(pointer => {
    const text = valueAt(manifest, pointer);
    const host = typeof text === 'string' ? /^[^/\s]+@([^@/\s]+)$/.exec(text)?.[1] : undefined;
    return typeof text === 'string' && host !== undefined ? { pointer, text, host: host.toLowerCase() } : [];
  });
  return [...web, ...email];
}

/** Returns whether a host name is loopback. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127\./.test(host) || host === '[::1]';
}

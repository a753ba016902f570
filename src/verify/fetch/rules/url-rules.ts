import { failure, type Result, success } from '#manifest/result.ts';
import { isLoopbackHost, rejectHost } from './host-rules.ts';
import { isPermittedPort } from './port-rules.ts';
import type { Rejection } from './rejection.ts';

/** Exceptions for the origin under verification. */
export interface Permit {
  /** The origin, as `new URL(…).origin` serializes it. Only its URLs may use ports other than 443 and 80. */
  readonly listingOrigin?: string | undefined;
  /** Local mode: URLs of this origin may also be http and on loopback. */
  readonly local?: boolean | undefined;
}

/** The parsed URL without its fragment, or the rule that rejects it. */
export type UrlValidation = Result<URL, Rejection>;

const MAX_URL_LENGTH = 2048;

/**
 * Validates an untrusted URL without network access (design: Checks of an origin). `rejectIp` checks the IP address when a
 * connection opens.
 *
 * @param input untrusted text, or the resolved target of a redirect
 */
export function validateUrl(input: string | URL, permit: Permit = {}): UrlValidation {
  const url = parse(input);
  if (!url) {
    return reject(
      'not-an-address',
      'The URL is not absolute, or not valid.',
      `Use a URL with scheme and host, such as https://api.example.com, without spaces and at most ${MAX_URL_LENGTH} characters long.`,
    );
  }
  const isListingOrigin = url.origin === permit.listingOrigin;
  const isLocal = permit.local === true && isListingOrigin;

  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) {
    return reject('scheme', `The scheme "${url.protocol.slice(0, -1)}" is not allowed.`, 'Use https.');
  }
  if (url.username || url.password) {
    return reject('credentials', 'The URL contains a user name or password.', 'Remove them.');
  }
  const rejection = isLocal && isLoopbackHost(url.hostname) ? undefined : rejectHost(url.hostname);
  if (rejection) return failure(rejection);
  if (!isPermittedPort(url, isListingOrigin)) {
    return reject(
      'port',
      `Port ${url.port} is not allowed.`,
      'Use port 443. Other ports are allowed only in URLs of the listed origin, if its own URL has that port.',
    );
  }
  url.hash = '';
  return success(url);
}

/** Rejects white space, control characters, and backslashes, because URL parsers disagree about them. */
function parse(input: string | URL): URL | null {
  if (typeof input === 'string' && (input.length > MAX_URL_LENGTH || /[\s\\\p{Cc}]/u.test(input))) {
    return null;
  }
  const url = URL.parse(input);
  return url && url.href.length <= MAX_URL_LENGTH ? url : null;
}

function reject(rule: Rejection['rule'], message: string, hint: string): UrlValidation {
  return failure({ rule, message, hint });
}

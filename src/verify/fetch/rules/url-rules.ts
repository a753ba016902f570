import { failure, type Result, success } from '#manifest/result.ts';
import { isLoopbackHost, rejectHost } from './host-rules.ts';
import { isPermittedPort } from './port-rules.ts';
import type { Rejection } from './rejection.ts';

/** What the listing under verification allows beyond the rules for every address. */
export interface Permit {
  /** Its origin, as `new URL(…).origin` writes it: the only one that may be on a port other than 443 and 80. */
  readonly listingOrigin?: string | undefined;
  /** Local mode: this one origin, and no other, may also be http and on loopback. */
  readonly local?: boolean | undefined;
}

/** The parsed URL without its fragment, or the rule that rejects it. */
export type UrlValidation = Result<URL, Rejection>;

const LONGEST_ADDRESS = 2048;

/**
 * Judges, without asking the network, whether an address that a stranger gave may be asked (design: Checks of an origin).
 *
 * Where the name leads is judged later, by `ipRefusal`, at the moment of the connection.
 *
 * @param address text from a stranger, or a URL that was already resolved (a redirect)
 * @param permit what the listing under verification allows
 * @returns the parsed URL without its fragment, or the refusal
 */
export function validateUrl(address: string | URL, permit: Permit = {}): UrlValidation {
  const url = parse(address);
  if (!url) {
    return refuse(
      'not-an-address',
      'This is not an absolute address.',
      `Write scheme and host, such as https://api.example.com, in at most ${LONGEST_ADDRESS} characters, without spaces.`,
    );
  }
  const isListingOrigin = url.origin === permit.listingOrigin;
  const isLocal = permit.local === true && isListingOrigin;

  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) {
    return refuse('scheme', `The scheme "${url.protocol.slice(0, -1)}" is not allowed.`, 'Use https.');
  }
  if (url.username || url.password) {
    return refuse('credentials', 'The address carries a user name or password.', 'Leave them out.');
  }
  const refusal = isLocal && isLoopbackHost(url.hostname) ? undefined : rejectHost(url.hostname);
  if (refusal) return failure(refusal);
  if (!isPermittedPort(url, isListingOrigin)) {
    return refuse(
      'port',
      `Port ${url.port} is not asked.`,
      'Use port 443; another web port is asked only where it is part of the address of the listed API itself.',
    );
  }
  url.hash = '';
  return success(url);
}

/** Spaces, control characters and backslashes mean different addresses to different readers, so text with them is no address. */
function parse(address: string | URL): URL | null {
  if (typeof address === 'string' && (address.length > LONGEST_ADDRESS || /[\s\\\p{Cc}]/u.test(address))) {
    return null;
  }
  const url = URL.parse(address);
  return url && url.href.length <= LONGEST_ADDRESS ? url : null;
}

function refuse(rule: Rejection['rule'], message: string, hint: string): UrlValidation {
  return failure({ rule, message, hint });
}

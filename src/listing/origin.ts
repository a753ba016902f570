import { getDomain } from 'tldts';
import { failure, type Result, success } from '#manifest/result.ts';

/** Where every origin serves its manifest (service specification, section 1). */
export const MANIFEST_PATH = '/.well-known/api-manifest.json';

/** An API's address reduced to what identifies it. */
export interface Origin {
  /** Scheme, host and, where it is not the scheme's default, port; no trailing slash. */
  readonly url: string;
  /** The listing id: host, and `_<port>` when the port is not the scheme's default. */
  readonly id: string;
  /** Lower-case punycode host without a trailing dot; IPv6 in brackets. */
  readonly host: string;
}

/** The parsed origin, or the reason for the rejection, suitable for an error message. */
export type OriginResult = Result<Origin, string>;

/**
 * Reduces any http(s) address to its origin and listing id (design: Identity).
 *
 * The id is injective over what can be listed: `_` cannot occur in a host's last label, so `_<port>` is unambiguous.
 * http and https on their default ports share an id: they are one place, and the record's `url` tells which is meant.
 *
 * @param address an absolute http or https address; path, query, fragment and upper case are ignored
 * @returns the origin, or the reason why the address names none, fit to show to whoever sent it
 */
export function parseOrigin(address: string): OriginResult {
  const url = URL.parse(address);
  if (!url)
    return failure('This is not an absolute address; write it with scheme and host, such as https://api.example.com.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return failure(`The scheme "${url.protocol.slice(0, -1)}" is not supported; use https.`);
  }
  if (url.username || url.password) return failure('The address carries a user name or password; leave them out.');

  const host = url.hostname.replace(/\.$/, '');
  const fault = hostFault(host);
  if (fault) return failure(fault);

  const id = url.port ? `${host}_${url.port}` : host;
  return success({ id, host, url: `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}` });
}

/** `id.json` has to be a file name, and file systems end at 255 bytes. */
const LONGEST_HOST = 244;

function hostFault(host: string): string | undefined {
  if (host.startsWith('[')) return undefined;
  if (host.length > LONGEST_HOST) return `The host name is longer than ${LONGEST_HOST} characters.`;
  const labels = host.split('.');
  if (labels.some(label => !/^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))) {
    return `"${host}" is not a host name: its parts are 1 to 63 letters, digits and inner hyphens.`;
  }
  if (labels.at(-1)?.includes('_')) return `"${host}" ends in a part with an underscore; no public host name does.`;
  return undefined;
}

/**
 * The domain under which `host` was registered, by the public suffix list with its private section, so that
 * `a.github.io` and `b.github.io` have different owners; the host itself where there is none (localhost, IP addresses).
 */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host;
}

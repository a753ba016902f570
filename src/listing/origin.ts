import { getDomain } from 'tldts';

/** The path of the manifest on each origin (service specification, section 1). */
export const MANIFEST_PATH = '/.well-known/api-manifest.json';

/** The origin of an API. */
export interface Origin {
  /** The scheme, the host, and the port if it is not the default, without a trailing slash. */
  readonly url: string;
  /** The listing id: the host, and `_<port>` if the port is not the default. */
  readonly id: string;
  /** The host in lowercase Punycode, without a trailing dot. IPv6 addresses are in brackets. */
  readonly host: string;
}

export type OriginResult =
  | { readonly ok: true; readonly origin: Origin }
  | { readonly ok: false; readonly reason: string };

/**
 * Parses an http or https URL into its origin and listing id (design: Identity).
 *
 * Ids are unique: the last label of a host cannot contain `_`, so `_<port>` is unambiguous. http and https on their
 * default ports share an id, because they are the same API. The `url` of the record has the scheme.
 *
 * @param address an absolute URL; its path, query string, and fragment are ignored
 * @returns the origin, or a reason to show to the client
 */
export function parseOrigin(address: string): OriginResult {
  const url = URL.parse(address);
  if (!url) return reject('This is not an absolute URL. Include the scheme and the host: https://api.example.com.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return reject(`The scheme "${url.protocol.slice(0, -1)}" is not supported. Use https.`);
  }
  if (url.username || url.password) return reject('The URL contains a user name or a password. Remove them.');

  const host = url.hostname.replace(/\.$/, '');
  const error = findHostError(host);
  if (error) return reject(error);

  const id = url.port ? `${host}_${url.port}` : host;
  return { ok: true, origin: { id, host, url: `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}` } };
}

/** `<id>.json` must be a valid file name, which has at most 255 bytes. */
const MAX_HOST_LENGTH = 244;

function findHostError(host: string): string | undefined {
  if (host.startsWith('[')) return undefined;
  if (host.length > MAX_HOST_LENGTH) return `The host name has more than ${MAX_HOST_LENGTH} characters.`;
  const labels = host.split('.');
  if (labels.some(label => !/^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))) {
    return `"${host}" is not a valid host name. Each label has 1 to 63 letters, digits, or inner hyphens.`;
  }
  if (labels.at(-1)?.includes('_'))
    return `"${host}" is not a public host name: its last label contains an underscore.`;
  return undefined;
}

/**
 * Returns the registrable domain of a host. The private section of the public suffix list applies, so that
 * `a.github.io` and `b.github.io` have different owners. Returns the host if it has no such domain (localhost, IP
 * addresses).
 */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host;
}

function reject(reason: string): OriginResult {
  return { ok: false, reason };
}

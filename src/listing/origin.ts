import { failure, type Result, success } from '#manifest/result.ts';
import { decodePercent } from './encoding/decode-percent.ts';

/** The path of the manifest on each origin (service specification, section 1). */
export const MANIFEST_PATH = '/.well-known/api-manifest.json';

/** The origin of an API, which identifies its listing. */
export interface Origin {
  /** Scheme, host, and the port unless it is the default of the scheme. Without a trailing slash. */
  readonly url: string;
  /** The listing id: the host, and `_<port>` unless the port is the default of the scheme. */
  readonly id: string;
  /** The lowercase punycode host without a trailing dot. IPv6 addresses are in brackets. */
  readonly host: string;
}

/** The parsed origin, or the reason for the rejection, suitable for an error message. */
export type OriginResult = Result<Origin, string>;

/**
 * Parses a URL to its origin and listing id (design: Identity).
 *
 * Ids are unambiguous, because the last label of a host cannot contain `_`. http and https on their default ports share an
 * id, and the `url` of the record has the scheme.
 *
 * @param address an absolute http or https URL; path, query string, and fragment are ignored
 */
export function parseOrigin(address: string): OriginResult {
  const url = URL.parse(address);
  if (!url) return failure(`${findUrlError(address)} ${USE_URL}`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    // URL parsers read a host before a port as the scheme.
    if (/^[^:/?#]+:\d+([/?#]|$)/.test(address.trim())) return failure(`${NOT_ABSOLUTE} ${USE_URL}`);
    return failure(`The scheme "${url.protocol.slice(0, -1)}" is not supported. Use https.`);
  }
  if (url.username || url.password) return failure('The URL contains a user name or password. Remove them.');

  const host = url.hostname.replace(/\.$/, '');
  const error = findHostError(host);
  if (error) return failure(error);

  const id = url.port ? `${host}_${url.port}` : host;
  return success({ id, host, url: `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}` });
}

/**
 * Parses a URL, or a host with or without a port, or a listing id. The default scheme is https.
 * @returns the parsed origin, or the reason for the rejection
 */
export function resolveOrigin(subject: string): OriginResult {
  const text = subject.trim();
  return parseOrigin(text.includes('://') ? text : `https://${text.replace(ID_PORT, ':$1')}`);
}

/** The port at the end of a listing id. */
const ID_PORT = /_(\d+)$/;

/**
 * Returns the listing id that a person or an agent means by a text: an id or a host in any case or script, a URL of the API, the
 * URI of the listing resource, or the URL of the listing in a registry. Returns other text in lower case.
 *
 * @param bases the URLs of the registry and its site
 */
export function toListingId(text: string, bases: readonly string[] = []): string {
  const subject = findLinkedId(text.trim(), bases) ?? text.trim().replace(/^listing:\/\//, '');
  const [suffix = ''] = subject.includes('://') ? [] : (ID_PORT.exec(subject) ?? []);
  // The suffix stays as it is, because an http origin on port 443 has a different id than the https origin.
  const origin = resolveOrigin(subject.slice(0, subject.length - suffix.length));
  return origin.ok ? `${origin.value.id}${suffix}` : decodePercent(subject).toLowerCase();
}

/** Returns the words of an unknown id, to search for listings with similar ids. Empty if it has none. */
export function toIdWords(id: string): string {
  return id
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60);
}

/** Returns the id in the URL of a listing, of its page, or of a document below them. */
function findLinkedId(url: string, bases: readonly string[]): string | undefined {
  const base = bases.find(each => url.startsWith(`${each}/`));
  const [, segment] = (base !== undefined && /^\/(?:listings|apis)\/([^/?#]+)/.exec(url.slice(base.length))) || [];
  return segment && decodePercent(segment).replace(/\.json$/, '');
}

function findUrlError(address: string): string {
  return /^\s*https?:/i.test(address) ? 'The host or the port of the URL is invalid.' : NOT_ABSOLUTE;
}

const NOT_ABSOLUTE = 'The URL is not absolute.';

const USE_URL = 'Use a URL with scheme and host, such as https://api.example.com.';

/** File systems limit the file name `<id>.json` to 255 bytes. */
const MAX_HOST_LENGTH = 244;

function findHostError(host: string): string | undefined {
  if (host.startsWith('[')) return undefined;
  if (host.length > MAX_HOST_LENGTH) return `The host name is longer than ${MAX_HOST_LENGTH} characters.`;
  const labels = host.split('.');
  if (labels.some(label => !/^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))) {
    return `"${host}" is not a valid host name. Use labels of 1 to 63 letters, digits, and inner hyphens.`;
  }
  if (labels.at(-1)?.includes('_'))
    return `"${host}" is not a public host name, because its last label contains an underscore.`;
  return undefined;
}

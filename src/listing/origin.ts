import { failure, type Result, success } from '#manifest/result.ts';

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
  if (!url) return failure(`${findUrlError(address)} Use a URL with scheme and host, such as https://api.example.com.`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return failure(`The scheme "${url.protocol.slice(0, -1)}" is not supported. Use https.`);
  }
  if (url.username || url.password) return failure('The URL contains a user name or password. Remove them.');

  const host = url.hostname.replace(/\.$/, '');
  const error = findHostError(host);
  if (error) return failure(error);

  const id = url.port ? `${host}_${url.port}` : host;
  return success({ id, host, url: `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}` });
}

function findUrlError(address: string): string {
  return /^\s*https?:/i.test(address) ? 'The host or the port of the URL is invalid.' : 'The URL is not absolute.';
}

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

import type { Authentication, Authentication02, Endpoint, Endpoint02 } from '#manifest/manifest.ts';

/**
 * Builds a shell command that calls an endpoint. Path placeholders stay, required parameters of GET requests go into
 * the query string, and credentials get a placeholder if the manifest describes how to send them.
 *
 * Publisher text cannot escape the quotes: characters that URLs do not allow are percent-encoded, and header names that
 * are not tokens are omitted.
 */
export function formatRequestLine(
  origin: string,
  { method, path, parameters }: Endpoint | Endpoint02,
  authentication: Authentication | Authentication02,
): string {
  const words = ['curl'];
  if (method !== 'GET') words.push('-X', method);
  words.push(quoted(addressOf(origin, path, method === 'GET' ? missingFrom(path, parameters) : [])));
  const header = credentialHeader(authentication);
  if (header !== null) words.push('-H', quoted(header));
  return words.join(' ');
}

function addressOf(origin: string, path: string, query: readonly string[]): string {
  const [bare = ''] = path.split('#', 1);
  const address = `${origin}${encoded(bare)}`;
  if (query.length === 0) return address;
  const pairs = query.map(name => `${encodeURIComponent(name.toWellFormed())}={${encoded(name)}}`).join('&');
  return `${address}${bare.includes('?') ? '&' : '?'}${pairs}`;
}

function missingFrom(path: string, parameters: Endpoint['parameters']): readonly string[] {
  return parameters
    .filter(({ required, name }) => required && !isHeader(name))
    .map(({ name }) => name)
    .filter(name => !path.includes(`{${name}}`) && !path.includes(`:${name}`) && !path.includes(`${name}=`));
}

/**
 * Whether a parameter is a header by its name, and so never goes into the query string. The format does not define the
 * location of parameters.
 */
function isHeader(name: string): boolean {
  return /^(authorization|accept|content-type|cookie|x-.*)$/i.test(name);
}

function credentialHeader(authentication: Authentication | Authentication02): string | null {
  if (!authentication.required) return null;
  if (authentication.type === 'bearer' || authentication.type === 'oauth2') return 'Authorization: Bearer TOKEN';
  if (authentication.type !== 'api_key') return null;
  const { header } = ('config' in authentication && authentication.config) || {};
  return typeof header === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(header) ? `${header}: KEY` : null;
}

/** Percent-encodes all characters except those of URLs and the braces of placeholders. */
function encoded(text: string): string {
  return text.toWellFormed().replace(/[^A-Za-z0-9\-._~:/?@!$&()*+,;=%{}[\]]/gu, encode);
}

/** `encodeURIComponent` keeps the apostrophe, which would end a quoted string. */
function encode(character: string): string {
  return character === "'" ? '%27' : encodeURIComponent(character);
}

/** Quotes for a shell. Inside single quotes only the quote itself is special, and `encoded` removes it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '%27')}'`;
}

import type { Authentication, Authentication02, Endpoint, Endpoint02 } from '#manifest/manifest.ts';

/**
 * A command that calls an endpoint, to copy into a shell: placeholders of the path stay as they are, required
 * parameters that a GET does not carry in its path go into the query, and credentials get a placeholder where the
 * manifest says how they are sent.
 *
 * Nothing a publisher writes can leave the quotes: what an address may not contain is percent-encoded, and a header's
 * name is a token or is left out.
 */
export function requestLine(
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

/** The format does not say where a parameter goes; these are never sent in the query. */
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

/** Percent-encodes all but the characters of addresses and the braces of placeholders. */
function encoded(text: string): string {
  return text.toWellFormed().replace(/[^A-Za-z0-9\-._~:/?@!$&()*+,;=%{}[\]]/gu, encode);
}

/** `encodeURIComponent` spares the apostrophe, which ends a quoted word. */
function encode(character: string): string {
  return character === "'" ? '%27' : encodeURIComponent(character);
}

/** For a shell: within single quotes only the quote itself has a meaning, and `encoded` left none. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '%27')}'`;
}

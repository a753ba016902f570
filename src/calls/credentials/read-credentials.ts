import type { Guess } from '../guess.ts';
import { isRecord } from '../url/value-text.ts';
import type { DeclaredCredential } from './credential.ts';

/**
 * Reads `authentication.config`: one credential, several that are sent together (`credentials`), and other sets that the API
 * also accepts (`alternatives`). Ignores invalid members. Returns one list for each set.
 */
export function readCredentials(
  config: Readonly<Record<string, unknown>>,
  type: string | null,
): readonly (readonly DeclaredCredential[])[] {
  const own = readSet(config, type);
  const others = Array.isArray(config.alternatives) ? config.alternatives.slice(0, MAX_ALTERNATIVES) : [];
  return [own, ...others.map(each => (isRecord(each) ? readSet(each, null) : []))].filter(set => set.length > 0);
}

/** Returns the usual credentials of an authentication type, and a header that the instructions name. */
export function guessCredentials(
  type: string | null,
  instructions: string | null,
): { readonly credentials: readonly DeclaredCredential[]; readonly guesses: readonly Guess[] } | undefined {
  const text = instructions?.slice(0, MAX_INSTRUCTIONS) ?? '';
  const [, header] = /\b(X-[A-Za-z0-9-]*(?:key|token|auth)[A-Za-z0-9-]*)/i.exec(text) ?? [];
  if (type === 'bearer' || type === 'oauth2')
    return guess(BEARER, `The manifest does not declare where the credential goes. The type is ${type}.`);
  if (header !== undefined)
    return guess(
      { in: 'header', name: header, scheme: null, prefix: '' },
      'The manifest does not declare where the key goes. The instructions name this header.',
    );
  if (/Authorization: *Bearer\b/i.test(text))
    return guess(BEARER, 'The manifest does not declare where the key goes. The instructions name this header.');
  return undefined;
}

const MAX_ALTERNATIVES = 20;
const MAX_CREDENTIALS = 10;
const MAX_INSTRUCTIONS = 2000;

const BEARER: DeclaredCredential = { in: 'header', name: 'Authorization', scheme: 'bearer', prefix: 'Bearer ' };

function guess(credential: DeclaredCredential, reason: string) {
  const value = `${credential.in} ${credential.name}`;
  return { credentials: [credential], guesses: [{ member: 'authentication/config', value, reason }] };
}

function readSet(config: Readonly<Record<string, unknown>>, type: string | null): readonly DeclaredCredential[] {
  if (Array.isArray(config.credentials))
    return config.credentials
      .slice(0, MAX_CREDENTIALS)
      .flatMap(each => (isRecord(each) ? (readCredential(each, null) ?? []) : []));
  return readCredential(config, type) ?? [];
}

function readCredential(
  config: Readonly<Record<string, unknown>>,
  type: string | null,
): DeclaredCredential[] | undefined {
  const { in: location, name } = readLocation(config);
  const scheme = readScheme(config.scheme, type, name);
  const isHeader = location === 'header' || (location === undefined && scheme !== null);
  const finalName = name ?? (isHeader && scheme !== null ? 'Authorization' : undefined);
  if (finalName === undefined) return undefined;
  if (isHeader && !HEADER_NAME.test(finalName)) return undefined;
  if (!isHeader && location !== 'query' && location !== 'cookie') return undefined;
  if (location === 'cookie' && !HEADER_NAME.test(finalName)) return undefined;
  const place = isHeader ? 'header' : (location as 'query' | 'cookie');
  return [{ in: place, name: finalName, scheme, prefix: readPrefix(config.prefix, scheme, place, finalName) }];
}

/** Reads `in` and `name`, or their short form, such as `{"header": "X-Key"}`. */
function readLocation(config: Readonly<Record<string, unknown>>): { readonly in?: unknown; readonly name?: string } {
  if (typeof config.name === 'string' && config.name !== '') return { in: config.in ?? 'header', name: config.name };
  for (const location of ['header', 'query', 'cookie']) {
    const name = config[location];
    if (typeof name === 'string' && name !== '') return { in: location, name };
  }
  return { in: config.in };
}

function readScheme(scheme: unknown, type: string | null, name: string | undefined): string | null {
  if (typeof scheme === 'string' && /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,60}$/.test(scheme)) return scheme.toLowerCase();
  const isAuthorization = name === undefined || name.toLowerCase() === 'authorization';
  return isAuthorization && (type === 'bearer' || type === 'oauth2') ? 'bearer' : null;
}

function readPrefix(prefix: unknown, scheme: string | null, place: string, name: string): string {
  if (typeof prefix === 'string' && /^[ -~]{0,60}$/.test(prefix))
    return prefix === '' || /[\s=:]$/.test(prefix) || scheme === null ? prefix : `${prefix} `;
  if (place !== 'header' || scheme === null || name.toLowerCase() !== 'authorization') return '';
  return `${scheme.charAt(0).toUpperCase()}${scheme.slice(1)} `;
}

/** The characters of a token (RFC 9110, section 5.6.2), underscores included. */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;

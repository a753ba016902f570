import { capitalize } from '#manifest/text/capitalize.ts';
import type { Guess } from '../guess.ts';
import { isRecord } from '../url/value-text.ts';
import type { DeclaredCredential } from './credential.ts';

/** Credentials that are sent together, and the facts about them that the manifest does not declare. */
export interface CredentialSet {
  readonly credentials: readonly DeclaredCredential[];
  readonly guesses: readonly Guess[];
}

/**
 * Reads `authentication.config`: one credential, several that are sent together (`credentials`), and other sets that the API
 * also accepts (`alternatives`). Ignores invalid members. Returns one set for each, and the missing members as guesses.
 */
export function readCredentials(
  config: Readonly<Record<string, unknown>>,
  type: string | null,
): readonly CredentialSet[] {
  const others = Array.isArray(config.alternatives) ? config.alternatives.slice(0, MAX_ALTERNATIVES) : [];
  const sets = [
    readSet(config, type, MEMBER),
    ...others.map((each, index) => readSet(each, null, `${MEMBER}/alternatives/${index}`)),
  ];
  return sets.filter(({ credentials }) => credentials.length > 0);
}

/** Returns the location that a text names, in any case and number. */
export function parseLocation(text: unknown): DeclaredCredential['in'] | undefined {
  const [, location] = typeof text === 'string' ? (/^(header|query|cookie)s?$/i.exec(text.trim()) ?? []) : [];
  return location?.toLowerCase() as DeclaredCredential['in'] | undefined;
}

const MEMBER = 'authentication/config';
const MAX_ALTERNATIVES = 20;
const MAX_CREDENTIALS = 10;

function readSet(config: unknown, type: string | null, member: string): CredentialSet {
  if (!isRecord(config)) return { credentials: [], guesses: [] };
  const { credentials } = config;
  const sets = Array.isArray(credentials)
    ? credentials
        .slice(0, MAX_CREDENTIALS)
        .map((each, index) => readListed(each, type, `${member}/credentials/${index}`))
    : [readCredential(config, type, member)];
  return {
    credentials: sets.flatMap(set => set?.credentials ?? []),
    guesses: sets.flatMap(set => set?.guesses ?? []),
  };
}

/** Reads a credential of a list. The type of the list applies to `Authorization`, which then is a guess. */
function readListed(config: unknown, type: string | null, member: string): CredentialSet | undefined {
  if (!isRecord(config)) return undefined;
  const own = readCredential(config, null, member);
  const isPlain = config.scheme === undefined && config.prefix === undefined;
  const [credential] = own?.credentials ?? [];
  if (!isPlain || !isTokenType(type) || credential?.in !== 'header' || !isAuthorization(credential.name)) return own;
  const typed = readCredential(config, type, member);
  if (own === undefined || typed === undefined) return own;
  const reason = `The manifest declares no scheme for the header Authorization. The type is ${type}.`;
  return { ...typed, guesses: [...typed.guesses, { member: `${member}/scheme`, value: 'bearer', reason }] };
}

function readCredential(
  config: Readonly<Record<string, unknown>>,
  type: string | null,
  member: string,
): CredentialSet | undefined {
  const name = readName(config);
  const scheme = readScheme(config, type, name);
  const place = readPlace(config, name, scheme, member);
  if (place === undefined) return undefined;
  const finalName = name ?? (place.in === 'header' && scheme !== null ? 'Authorization' : undefined);
  if (finalName === undefined || (place.in !== 'query' && !HEADER_NAME.test(finalName))) return undefined;
  const prefix = readPrefix(config, scheme, place.in, finalName);
  const isNameGuess = name === undefined && place.guess === undefined;
  const reason = `The manifest does not declare the name of the header. The scheme ${scheme} belongs in Authorization.`;
  return {
    credentials: [{ in: place.in, name: finalName, scheme, prefix }],
    guesses: [
      ...(place.guess === undefined ? [] : [place.guess]),
      ...(isNameGuess ? [{ member: `${member}/name`, value: finalName, reason }] : []),
    ],
  };
}

/** Reads `name`, or the short form of a location and a name, such as `{"header": "X-Key"}`. */
function readName(config: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof config.name === 'string' && config.name !== '') return config.name;
  const short = findShortForm(config);
  return short === undefined ? undefined : (config[short] as string);
}

function findShortForm(config: Readonly<Record<string, unknown>>): DeclaredCredential['in'] | undefined {
  return LOCATIONS.find(location => typeof config[location] === 'string' && config[location] !== '');
}

const LOCATIONS = ['header', 'query', 'cookie'] as const;

interface Place {
  readonly in: DeclaredCredential['in'];
  readonly guess?: Guess;
}

/** Reads `in`. A synonym, and the usual place of a name or a scheme without any, are guesses. */
function readPlace(
  config: Readonly<Record<string, unknown>>,
  name: string | undefined,
  scheme: string | null,
  member: string,
): Place | undefined {
  const declared = LOCATIONS.find(location => location === config.in);
  if (declared !== undefined) return { in: declared };
  const short = typeof config.name === 'string' && config.name !== '' ? undefined : findShortForm(config);
  if (short !== undefined) return { in: short };
  const guess = (value: string, reason: string): Guess => ({ member: `${member}/in`, value, reason });
  if (config.in !== undefined) {
    const meant = parseLocation(config.in);
    return (
      meant && { in: meant, guess: guess(meant, `The manifest declares "${config.in}", which is not a location.`) }
    );
  }
  const synonym = parseLocation(config.location);
  if (synonym !== undefined)
    return { in: synonym, guess: guess(synonym, 'The manifest declares "location" instead of "in".') };
  if (name !== undefined)
    return { in: 'header', guess: guess('header', 'The manifest does not declare where the credential goes.') };
  if (scheme === null) return undefined;
  const reason = `The manifest does not declare where the credential goes. The usual place of ${scheme} credentials is this header.`;
  return { in: 'header', guess: guess('header Authorization', reason) };
}

function readScheme(
  { scheme, prefix }: Readonly<Record<string, unknown>>,
  type: string | null,
  name: string | undefined,
): string | null {
  if (typeof scheme === 'string' && TOKEN.test(scheme)) return scheme.toLowerCase();
  if (name !== undefined && !isAuthorization(name)) return null;
  if (isTokenType(type)) return 'bearer';
  // The prefix alone also names a scheme: {"prefix": "Bearer "}.
  return name === undefined && typeof prefix === 'string' && TOKEN.test(prefix.trim())
    ? prefix.trim().toLowerCase()
    : null;
}

function readPrefix(
  { prefix: declared, scheme: declaredScheme }: Readonly<Record<string, unknown>>,
  scheme: string | null,
  place: string,
  name: string,
): string {
  // Some clients trim a header value that starts with a space, and others reject it.
  const prefix = typeof declared === 'string' && place === 'header' ? declared.replace(/^ +/, '') : declared;
  const isScheme = place === 'header' && isAuthorization(name);
  if (typeof prefix === 'string' && /^[ -~]{0,60}$/.test(prefix)) {
    // A space separates a scheme from its credentials (RFC 9110, section 11.4).
    const needsSpace = isScheme ? TOKEN.test(prefix) : scheme !== null && prefix !== '' && !/[\s=:]$/.test(prefix);
    return needsSpace ? `${prefix} ` : prefix;
  }
  if (!isScheme || scheme === null) return '';
  // Schemes are case-insensitive, but some servers compare all characters, as of `SSWS` and `GenieKey`.
  const isUsual = /^(basic|bearer|digest)$/.test(scheme);
  const hasCase =
    typeof declaredScheme === 'string' && declaredScheme.toLowerCase() === scheme && declaredScheme !== scheme;
  return `${hasCase && !isUsual ? declaredScheme : capitalize(scheme)} `;
}

function isTokenType(type: string | null): boolean {
  return type === 'bearer' || type === 'oauth2';
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization';
}

/** The characters of a token (RFC 9110, section 5.6.2). */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,60}$/;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;

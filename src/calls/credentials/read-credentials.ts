import { capitalize } from '#manifest/text/capitalize.ts';
import type { Guess } from '../guess.ts';
import { isRecord } from '../url/value-text.ts';
import type { CredentialSet, DeclaredCredential } from './credential.ts';
import { findShownScheme } from './guess-credentials.ts';

/**
 * Reads `authentication.config`: one credential, several that are sent together (`credentials`), and other sets that the API
 * also accepts (`alternatives`). Ignores invalid members. Returns one set for each, and the missing members as guesses.
 */
export function readCredentials(
  config: Readonly<Record<string, unknown>>,
  type: string | null,
  instructions: string,
): readonly CredentialSet[] {
  const others = Array.isArray(config.alternatives) ? config.alternatives.slice(0, MAX_ALTERNATIVES) : [];
  const sets = [
    readSet(config, { type, instructions, member: MEMBER }),
    ...others.map((each, index) =>
      readSet(each, { type: null, instructions: '', member: `${MEMBER}/alternatives/${index}` }),
    ),
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

/** The other members of the authentication block that apply to a credential. */
interface Declaration {
  readonly type: string | null;
  /** Empty if they do not apply to the credential. */
  readonly instructions: string;
  /** The path of the credential. */
  readonly member: string;
}

function readSet(config: unknown, declaration: Declaration): CredentialSet {
  if (!isRecord(config)) return { credentials: [], guesses: [] };
  const { credentials } = config;
  const sets = Array.isArray(credentials)
    ? credentials
        .slice(0, MAX_CREDENTIALS)
        .map((each, index) => readListed(each, declaration.type, `${declaration.member}/credentials/${index}`))
    : [readCredential(config, declaration)];
  return {
    credentials: sets.flatMap(set => set?.credentials ?? []),
    guesses: sets.flatMap(set => set?.guesses ?? []),
  };
}

/** Reads a credential of a list. The type of the list applies to `Authorization`, which then is a guess. */
function readListed(config: unknown, type: string | null, member: string): CredentialSet | undefined {
  if (!isRecord(config)) return undefined;
  const own = readCredential(config, { type: null, instructions: '', member });
  const isPlain = config.scheme === undefined && config.prefix === undefined;
  const [credential] = own?.credentials ?? [];
  if (!isPlain || !isTokenType(type) || !credential || !isAuthorizationHeader(credential)) return own;
  const typed = readCredential(config, { type, instructions: '', member });
  if (own === undefined || typed === undefined) return own;
  const reason = `The manifest declares no scheme for the header Authorization. The type is ${type}.`;
  return { ...typed, guesses: [...typed.guesses, { member: `${member}/scheme`, value: 'bearer', reason }] };
}

function readCredential(
  config: Readonly<Record<string, unknown>>,
  { type, instructions, member }: Declaration,
): CredentialSet | undefined {
  const named = readName(config);
  const scheme = readScheme(config, type, named?.name);
  const place = readPlace(config, named, scheme, member);
  if (place === undefined) return undefined;
  const name = named?.name ?? (place.in === 'header' && scheme !== null ? 'Authorization' : undefined);
  if (name === undefined || (place.in !== 'query' && !HEADER_NAME.test(name))) return undefined;
  const declared = { in: place.in, name, scheme, prefix: readPrefix(config, scheme, place.in, name) };
  const isOpen = scheme === null && config.prefix === undefined && isAuthorizationHeader(declared);
  const shown = isOpen ? findScheme(named?.value, config, instructions) : undefined;
  const nameGuess = place.guess === undefined ? guessName(named, name, scheme) : undefined;
  return {
    credentials: [{ ...declared, ...shown }],
    guesses: [
      ...(place.guess === undefined ? [] : [place.guess]),
      ...(nameGuess === undefined ? [] : [{ member: `${member}/name`, value: name, reason: nameGuess }]),
      ...(shown === undefined ? [] : [{ member: `${member}/prefix`, value: shown.prefix, reason: SHOWN_SCHEME }]),
    ],
  };
}

const SHOWN_SCHEME = 'The manifest declares no scheme for the header Authorization, but a text of it shows this one.';

/** Returns the reason for the name of a credential, if it is a guess. */
function guessName(named: DeclaredName | undefined, name: string, scheme: string | null): string | undefined {
  if (named === undefined)
    return `The manifest does not declare the name of the header. The scheme ${scheme} belongs in ${name}.`;
  return named.synonym && `The manifest declares "${named.synonym}" instead of "name".`;
}

/** Finds the scheme in a text that shows the value, such as `"format": "Bearer {key}"`, or in the instructions. */
function findScheme(value: string | undefined, config: Readonly<Record<string, unknown>>, instructions: string) {
  const values = [value, config.format, config.value, config.template].filter(each => typeof each === 'string');
  const texts = [...values.map(each => `Authorization: ${each}`), instructions];
  return texts.map(findShownScheme).find(found => found !== undefined);
}

interface DeclaredName {
  readonly name: string;
  /** The location of a short form, or in the name of a synonym. */
  readonly in?: DeclaredCredential['in'] | undefined;
  /** The member that declares the name, if it is not `name` or a short form. */
  readonly synonym?: string;
  /** The value that a short form shows after the name of the header. */
  readonly value?: string | undefined;
}

/**
 * Reads `name`, or the short form of a location and a name, such as `{"header": "X-Key"}` or `{"header": "X-Key: {key}"}`.
 * Members such as `header_name`, and `key` next to a location, mean the same, because the format leaves the block open.
 */
function readName(config: Readonly<Record<string, unknown>>): DeclaredName | undefined {
  const get = (member: string) => (typeof config[member] === 'string' ? config[member] : '');
  const own = get('name');
  if (own !== '') return { name: own };
  const short = LOCATIONS.find(location => get(location) !== '');
  if (short !== undefined) {
    const [, name = get(short), value] = (short === 'header' && /^([^\s:]+): *(.+)$/s.exec(get(short))) || [];
    return { name, in: short, value };
  }
  const spelled = Object.keys(config)
    .slice(0, MAX_MEMBERS)
    .find(member => SPELLED.test(member) && get(member) !== '');
  if (spelled !== undefined)
    return { name: get(spelled), in: parseLocation(SPELLED.exec(spelled)?.[1]), synonym: spelled };
  if (config.in === undefined && config.location === undefined) return undefined;
  const synonym = NAME_MEMBERS.find(member => get(member) !== '');
  return synonym === undefined ? undefined : { name: get(synonym), synonym };
}

const LOCATIONS = ['header', 'query', 'cookie'] as const;
const SPELLED = /^(header|query|cookie)[-_ ]?(name|key|param|parameter|field)$/i;
const NAME_MEMBERS = ['key', 'key_name', 'param', 'param_name', 'parameter', 'parameter_name', 'field'];
/** The block is open, and can have thousands. */
const MAX_MEMBERS = 50;

interface Place {
  readonly in: DeclaredCredential['in'];
  readonly guess?: Guess;
}

/** Reads `in`. A synonym, and the usual place of a name or a scheme without any, are guesses. */
function readPlace(
  config: Readonly<Record<string, unknown>>,
  named: DeclaredName | undefined,
  scheme: string | null,
  member: string,
): Place | undefined {
  const declared = LOCATIONS.find(location => location === config.in);
  if (declared !== undefined) return { in: declared };
  if (named?.in !== undefined && named.synonym === undefined) return { in: named.in };
  const guess = (value: string, reason: string): Guess => ({ member: `${member}/in`, value, reason });
  if (config.in !== undefined) {
    const meant = parseLocation(config.in);
    return (
      meant && { in: meant, guess: guess(meant, `The manifest declares "${config.in}", which is not a location.`) }
    );
  }
  if (named?.in !== undefined)
    return { in: named.in, guess: guess(named.in, `The manifest declares "${named.synonym}" instead of "in".`) };
  const synonym = parseLocation(config.location);
  if (synonym !== undefined)
    return { in: synonym, guess: guess(synonym, 'The manifest declares "location" instead of "in".') };
  if (named !== undefined)
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

function isAuthorizationHeader({ in: location, name }: DeclaredCredential): boolean {
  return location === 'header' && isAuthorization(name);
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization';
}

/** The characters of a token (RFC 9110, section 5.6.2). */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,60}$/;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;

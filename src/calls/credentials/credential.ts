import type { Guess } from '../guess.ts';

/** A credential of a request and where to send it. */
export interface Credential {
  readonly in: 'header' | 'query' | 'cookie';
  /** The name of the header, query parameter, or cookie. */
  readonly name: string;
  /** The scheme in lowercase, such as `basic` or `bearer`. Null for a plain key. */
  readonly scheme: string | null;
  /** The text before the secret, such as `Bearer `. */
  readonly prefix: string;
  /** The names of the secrets, usable as environment variables. Two for Basic and Digest: the user name and the password. */
  readonly secrets: readonly string[];
  /** The value to send, with `{NAME}` for each secret. */
  readonly value: string;
}

/** A credential as the manifest declares it. */
export type DeclaredCredential = Pick<Credential, 'in' | 'name' | 'scheme' | 'prefix'>;

/** Credentials that are sent together, and the facts about them that the manifest does not declare. */
export interface CredentialSet {
  readonly credentials: readonly DeclaredCredential[];
  readonly guesses: readonly Guess[];
}

/** Names the secrets of credentials that are sent together. The names are unique. */
export function nameCredentials(declared: readonly DeclaredCredential[]): readonly Credential[] {
  const used = new Set<string>();
  const makeUnique = (name: string): string => {
    let unique = name;
    for (let count = 2; used.has(unique); count += 1) unique = `${name}_${count}`;
    used.add(unique);
    return unique;
  };
  return declared.map(credential => {
    const { scheme, prefix } = credential;
    if (scheme === 'basic' || isDigest(credential)) {
      const secrets = ['API_USERNAME', 'API_PASSWORD'].map(makeUnique);
      const encoding = scheme === 'basic' ? 'base64' : 'digest';
      return { ...credential, secrets, value: `${prefix}{${encoding}(${secrets.join(':')})}` };
    }
    const secret = makeUnique(declared.length === 1 ? getUsualName(credential) : toVariableName(credential));
    return { ...credential, secrets: [secret], value: `${prefix}{${secret}}` };
  });
}

/** Returns whether the value depends on a challenge of the API, which only some HTTP clients support (RFC 7616). */
export function isDigest({ in: location, name, scheme }: DeclaredCredential): boolean {
  return location === 'header' && name.toLowerCase() === 'authorization' && scheme === 'digest';
}

/** Returns whether a scheme signs each request, so that no fixed value works. */
export function isSignature(credential: DeclaredCredential): boolean {
  const { scheme } = credential;
  if (scheme === null || isDigest(credential)) return false;
  return /^(aws4|aws|hmac|signature|digest|oauth1|oauth|hawk|mutual|dpop|edgegrid)/.test(scheme);
}

function getUsualName({ scheme, prefix }: DeclaredCredential): string {
  return scheme === 'bearer' || /^bearer /i.test(prefix) ? 'ACCESS_TOKEN' : 'API_KEY';
}

function toVariableName(credential: DeclaredCredential): string {
  if (credential.name.toLowerCase() === 'authorization') return getUsualName(credential);
  const name = credential.name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  if (name === '' || RESERVED_VARIABLES.test(name)) return `API_${name || 'KEY'}`;
  return /^\d/.test(name) ? `API_${name}` : name;
}

/** Variables that shells use. A snippet that sets them would break the terminal of its reader. */
const RESERVED_VARIABLES =
  /^(PATH|HOME|USER|SHELL|PWD|IFS|ENV|UID|LANG|TERM|HOST|HOSTNAME|PS\d|LD_.*|BASH.*|NODE_.*|PYTHON.*)$/;

import { fromBase64, toBase64Url } from '../encoding/base64.ts';
import { sha256 } from '../encoding/sha256.ts';

/** A public Ed25519 key as a JWK. */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'Ed25519';
  readonly use: 'sig';
}

/** The two halves of an Ed25519 key. */
export interface SigningKey {
  readonly private: CryptoKey;
  readonly public: PublicKey;
}

/**
 * Reads a private Ed25519 key: PKCS #8 in PEM, as `openssl genpkey -algorithm ed25519` writes it, or the base64 of it
 * without its first and last line, which fits into one line of a secret.
 *
 * @param name what the text is called
 * @throws RangeError fit for the operator; never with any part of the key
 */
export async function readSigningKey(text: string, name = 'REGISTRY_SIGNING_KEY'): Promise<SigningKey> {
  try {
    const der = fromBase64(text.replace(/-----[A-Z ]+-----|\\n|\s/g, ''));
    const key = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', true, ['sign']);
    const { x = '' } = await crypto.subtle.exportKey('jwk', key);
    return { private: key, public: await publicKeyOf(x) };
  } catch {
    throw new RangeError(`${name} is no Ed25519 key in PKCS #8; openssl genpkey -algorithm ed25519 makes one.`);
  }
}

/**
 * Reads public keys from a JWK set, as a registry publishes it; keys of other kinds are left out.
 * @throws RangeError when it is no JWK set
 */
export async function readPublicKeys(text: string, name: string): Promise<PublicKey[]> {
  const keys = setIn(text);
  if (!keys) throw new RangeError(`${name} is no JWK set: {"keys":[…]}.`);
  const ours = keys.filter(({ kty, crv, x }) => kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string');
  return Promise.all(ours.map(({ x }) => publicKeyOf(String(x))));
}

/** The public keys as a JWK set: the one that signs, and those that are still or already good. */
export function keySet(keys: readonly PublicKey[]): string {
  return JSON.stringify({ keys: [...new Map(keys.map(key => [key.kid, key])).values()] });
}

/** The key with its thumbprint as its name (RFC 7638): the digest of the members that make it, in this order. */
async function publicKeyOf(x: string): Promise<PublicKey> {
  const kid = toBase64Url(await sha256(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })));
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'Ed25519', use: 'sig' };
}

function setIn(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  try {
    const { keys } = JSON.parse(text);
    return Array.isArray(keys) ? keys.filter(each => typeof each === 'object' && each !== null) : undefined;
  } catch {
    return undefined;
  }
}

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

/** An Ed25519 key pair. */
export interface SigningKey {
  readonly private: CryptoKey;
  readonly public: PublicKey;
}

/**
 * Parses a private Ed25519 key in PKCS #8: the PEM text that `openssl genpkey -algorithm ed25519` creates, or only its
 * base64 content, which fits in a one-line secret.
 *
 * @param name the name of the setting, for the error message
 * @throws RangeError with a message for the operator, which never contains a part of the key
 */
export async function readSigningKey(text: string, name = 'REGISTRY_SIGNING_KEY'): Promise<SigningKey> {
  try {
    const der = fromBase64(text.replace(/-----[A-Z ]+-----|\\n|\s/g, ''));
    const key = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', true, ['sign']);
    const { x = '' } = await crypto.subtle.exportKey('jwk', key);
    return { private: key, public: await createPublicKey(x) };
  } catch {
    throw new RangeError(
      `${name} is not an Ed25519 key in PKCS #8. Create one with: openssl genpkey -algorithm ed25519`,
    );
  }
}

/**
 * Parses the public keys of a registry from a JWK set. Ignores keys of other types.
 * @throws RangeError if the text is not a JWK set
 */
export async function readPublicKeys(text: string, name: string): Promise<PublicKey[]> {
  const keys = parseKeySet(text);
  if (!keys) throw new RangeError(`${name} is not a JWK set: {"keys":[…]}.`);
  const supported = keys.filter(({ kty, crv, x }) => kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string');
  return Promise.all(supported.map(({ x }) => createPublicKey(String(x))));
}

/** Formats public keys as a JWK set without duplicates. */
export function keySet(keys: readonly PublicKey[]): string {
  return JSON.stringify({ keys: [...new Map(keys.map(key => [key.kid, key])).values()] });
}

/** Creates a public key. Its id is its thumbprint (RFC 7638), a hash of the required members in this order. */
async function createPublicKey(x: string): Promise<PublicKey> {
  const kid = toBase64Url(await sha256(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })));
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'Ed25519', use: 'sig' };
}

function parseKeySet(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  try {
    const { keys } = JSON.parse(text);
    return Array.isArray(keys) ? keys.filter(each => typeof each === 'object' && each !== null) : undefined;
  } catch {
    return undefined;
  }
}

import { fromBase64, toBase64Url } from '../encoding/base64.ts';
import { sha256Hex } from '../encoding/sha256.ts';
import type { PublicKey, SigningKey } from './signing-key.ts';

export type { PublicKey };

/** Where the signature of the export's index lies. */
export const EXPORT_SIGNATURE = '/export/signature.json';

/** Where the public keys lie that signatures are checked with, as a JWK set (RFC 7517, RFC 8037). */
export const PUBLIC_KEYS = '/.well-known/api-registry-keys.json';

/** `GET /export/signature.json`: who vouches for the index, and with it for every digest in it. */
export type ExportSignature = Signed | Unsigned;

export interface Signed {
  readonly signed: true;
  /** Ed25519, over the bytes of the index. */
  readonly alg: 'Ed25519';
  /** The key's thumbprint (RFC 7638). */
  readonly kid: string;
  /** Of the index; tells a stale index from a forged one. */
  readonly sha256: string;
  /** base64url. */
  readonly signature: string;
}

export interface Unsigned {
  readonly signed: false;
  readonly reason: string;
}

/** The signature of an export's index; without a key it says that there is none. */
export async function signExport(
  index: Uint8Array<ArrayBuffer>,
  key: SigningKey | undefined,
): Promise<ExportSignature> {
  if (!key)
    return { signed: false, reason: 'This build was made without REGISTRY_SIGNING_KEY, so nobody vouches for it.' };
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key.private, index));
  return {
    signed: true,
    alg: 'Ed25519',
    kid: key.public.kid,
    sha256: await sha256Hex(index),
    signature: toBase64Url(signature),
  };
}

/**
 * Checks the signature of an export's index.
 * @param keys the registry's public keys
 * @returns why it does not hold; undefined when it holds
 */
export async function findSignatureError(
  index: Uint8Array<ArrayBuffer>,
  signature: ExportSignature,
  keys: readonly PublicKey[],
): Promise<string | undefined> {
  if (!signature.signed) return `The export is not signed. ${signature.reason}`;
  const { kid } = signature;
  const key = keys.find(each => each.kid === kid);
  if (!key) return `The export is signed with the key ${kid}, which is none of the ${keys.length} public keys.`;
  const { kty, crv, x } = key;
  try {
    const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', true, ['verify']);
    const bytes = fromBase64(signature.signature);
    if (await crypto.subtle.verify('Ed25519', publicKey, bytes, index)) return undefined;
  } catch (error) {
    return `The signature or the key ${kid} cannot be read: ${error instanceof Error ? error.message : error}`;
  }
  return (await sha256Hex(index)) === signature.sha256
    ? `The signature was not made with the key ${kid}.`
    : `The index has been changed since it was signed with the key ${kid}, or the two are of different builds.`;
}

import { base64url, fromBase64 } from '../base64.ts';
import { sha256 } from '../sha256.ts';
import type { PublicKey, SigningKey } from './signing-key.ts';

export type { PublicKey };

/** The path of the signature of the export index. */
export const EXPORT_SIGNATURE = '/export/signature.json';

/** The path of the public keys as a JWK set (RFC 7517, RFC 8037). */
export const PUBLIC_KEYS = '/.well-known/api-registry-keys.json';

/** The signature of the index, which covers all digests in it: `GET /export/signature.json`. */
export type ExportSignature = Signed | Unsigned;

export interface Signed {
  readonly signed: true;
  /** The signature covers the bytes of the index. */
  readonly alg: 'Ed25519';
  /** The thumbprint of the key (RFC 7638). */
  readonly kid: string;
  /** The hash of the index, which distinguishes an outdated index from a forged one. */
  readonly sha256: string;
  /** The signature in base64url. */
  readonly signature: string;
}

export interface Unsigned {
  readonly signed: false;
  readonly reason: string;
}

/** Signs the index of an export. Without a key, returns the reason why there is no signature. */
export async function signExport(
  index: Uint8Array<ArrayBuffer>,
  key: SigningKey | undefined,
): Promise<ExportSignature> {
  if (!key) return { signed: false, reason: 'REGISTRY_SIGNING_KEY was not set for this build.' };
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key.private, index));
  return {
    signed: true,
    alg: 'Ed25519',
    kid: key.public.kid,
    sha256: await sha256(index),
    signature: base64url(signature),
  };
}

/**
 * Verifies the signature of the index of an export.
 * @param keys the public keys of the registry
 * @returns the reason why the signature is invalid; undefined if it is valid
 */
export async function findSignatureError(
  index: Uint8Array<ArrayBuffer>,
  signature: ExportSignature,
  keys: readonly PublicKey[],
): Promise<string | undefined> {
  if (!signature.signed) return `The export is not signed. ${signature.reason}`;
  const { kid } = signature;
  const key = keys.find(each => each.kid === kid);
  if (!key) return `The export is signed with an unknown key: ${kid}. Known public keys: ${keys.length}.`;
  const { kty, crv, x } = key;
  try {
    const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', true, ['verify']);
    const bytes = fromBase64(signature.signature);
    if (await crypto.subtle.verify('Ed25519', publicKey, bytes, index)) return undefined;
  } catch (error) {
    return `Invalid signature or key ${kid}: ${error instanceof Error ? error.message : error}`;
  }
  return (await sha256(index)) === signature.sha256
    ? `The signature was not made with the key ${kid}.`
    : `The index does not match its signature by the key ${kid}. It was changed, or the files are from different builds.`;
}

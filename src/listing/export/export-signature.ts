import { base64url, fromBase64 } from '../base64.ts';
import { sha256 } from '../sha256.ts';
import { type Instant, instant, isTimestamp } from '../timestamp.ts';
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
  /** Ed25519, over the text that `signedText` makes of the digest and the two times. */
  readonly alg: 'Ed25519';
  /** The key's thumbprint (RFC 7638). */
  readonly kid: string;
  /** Of the bytes of the index. */
  readonly sha256: string;
  readonly signed_at: Instant;
  /** From then on the signature no longer holds, so that nobody can serve an old export for ever. */
  readonly expires_at: Instant;
  /** base64url. */
  readonly signature: string;
}

export interface Unsigned {
  readonly signed: false;
  readonly reason: string;
}

/** The validity of a signature, in days. A registry that is alive signs more often than this. */
export const EXPORT_VALIDITY_DAYS = 30;

/** What stands in place of a signature until the export is signed. */
export const UNSIGNED_EXPORT: Unsigned = {
  signed: false,
  reason: 'Nobody signed this export: the operator set no REGISTRY_SIGNING_KEY.',
};

/**
 * Signs an export's index.
 * @param now milliseconds since 1970
 */
export async function signExport(index: Uint8Array<ArrayBuffer>, key: SigningKey, now: number): Promise<Signed> {
  const expires = now + EXPORT_VALIDITY_DAYS * 86_400_000;
  const statement = { sha256: await sha256(index), signed_at: instant(now), expires_at: instant(expires) };
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key.private, signedText(statement)));
  return { signed: true, alg: 'Ed25519', kid: key.public.kid, ...statement, signature: base64url(signature) };
}

/** The bytes that are signed: four lines, so that other programs can make them without a JSON library. */
function signedText({ sha256, signed_at, expires_at }: Pick<Signed, 'sha256' | 'signed_at' | 'expires_at'>) {
  return new TextEncoder().encode(`api-registry export\n${sha256}\n${signed_at}\n${expires_at}\n`);
}

/**
 * Checks the signature of an export's index. The caller compares `expires_at` with a clock.
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
  if (!isTimestamp(signature.signed_at) || !isTimestamp(signature.expires_at))
    return 'The signature has no expiry, so an old export would pass for ever. The registry has to sign it anew.';
  if ((await sha256(index)) !== signature.sha256)
    return `The index has been changed since it was signed with the key ${kid}, or the two are of different builds.`;
  try {
    const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', true, ['verify']);
    const bytes = fromBase64(signature.signature);
    if (await crypto.subtle.verify('Ed25519', publicKey, bytes, signedText(signature))) return undefined;
  } catch (error) {
    return `The signature or the key ${kid} cannot be read: ${error instanceof Error ? error.message : error}`;
  }
  return `The signature was not made with the key ${kid}, or its digest or times were changed.`;
}

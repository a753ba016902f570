import type { Instant } from '#contract/instant.ts';
import { fromBase64, toBase64Url } from '../encoding/base64.ts';
import { sha256Hex } from '../encoding/sha256.ts';
import { instant, isTimestamp } from '../time/timestamp.ts';
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
  /** The signature covers the digest and the two times (`formatStatement`). */
  readonly alg: 'Ed25519';
  /** The thumbprint of the key (RFC 7638). */
  readonly kid: string;
  /** The hash of the index. */
  readonly sha256: string;
  readonly signed_at: Instant;
  /** The expiry limits how long a mirror can serve an old export. */
  readonly expires_at: Instant;
  /** The signature in base64url. */
  readonly signature: string;
}

export interface Unsigned {
  readonly signed: false;
  readonly reason: string;
}

/** The validity of a signature, in days. Active registries sign more often. */
export const EXPORT_VALIDITY_DAYS = 30;

/** The document before the export is signed. */
export const UNSIGNED_EXPORT: Unsigned = {
  signed: false,
  reason: 'This export was not signed, because REGISTRY_SIGNING_KEY is not set.',
};

/**
 * Signs the index of an export.
 * @param now milliseconds since 1970
 */
export async function signExport(index: Uint8Array<ArrayBuffer>, key: SigningKey, now: number): Promise<Signed> {
  const expires = now + EXPORT_VALIDITY_DAYS * 86_400_000;
  const statement = { sha256: await sha256Hex(index), signed_at: instant(now), expires_at: instant(expires) };
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key.private, formatStatement(statement)));
  return { signed: true, alg: 'Ed25519', kid: key.public.kid, ...statement, signature: toBase64Url(signature) };
}

/** Formats the signed bytes as four lines, so that other programs need no JSON library. */
function formatStatement({ sha256, signed_at, expires_at }: Pick<Signed, 'sha256' | 'signed_at' | 'expires_at'>) {
  return new TextEncoder().encode(`api-registry export\n${sha256}\n${signed_at}\n${expires_at}\n`);
}

/**
 * Verifies the signature of the index of an export. The caller checks `expires_at`.
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
  if (!isTimestamp(signature.signed_at) || !isTimestamp(signature.expires_at))
    return 'The signature has no expiry. The registry must sign the export again.';
  if ((await sha256Hex(index)) !== signature.sha256)
    return `The index does not match its signature by the key ${kid}. It was changed, or the files are from different builds.`;
  try {
    const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', true, ['verify']);
    const bytes = fromBase64(signature.signature);
    if (await crypto.subtle.verify('Ed25519', publicKey, bytes, formatStatement(signature))) return undefined;
  } catch (error) {
    return `Invalid signature or key ${kid}: ${error instanceof Error ? error.message : error}`;
  }
  return `The signature was not made with the key ${kid}, or its digest or times were changed.`;
}

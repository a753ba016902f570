import type { PublicKey } from '#listing/export/export-signature.ts';
import { readPublicKeys, readSigningKey, type SigningKey } from '#listing/export/signing-key.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads REGISTRY_PUBLIC_KEYS: a JWK set of keys to publish in addition to the signing key, such as previous and next
 * keys. An empty value counts as absent.
 * @throws RangeError with a message for the operator
 */
export async function publicKeysFrom({ REGISTRY_PUBLIC_KEYS }: Environment): Promise<readonly PublicKey[]> {
  return REGISTRY_PUBLIC_KEYS ? readPublicKeys(REGISTRY_PUBLIC_KEYS, 'REGISTRY_PUBLIC_KEYS') : [];
}

/**
 * Removes REGISTRY_SIGNING_KEY from an environment, so that child processes do not inherit it.
 * @returns undefined if it is not set; an empty value counts as absent
 * @throws RangeError with a message for the operator
 */
export async function takeSigningKey(environment: Record<string, string | undefined>): Promise<SigningKey | undefined> {
  const { REGISTRY_SIGNING_KEY } = environment;
  delete environment.REGISTRY_SIGNING_KEY;
  return REGISTRY_SIGNING_KEY ? readSigningKey(REGISTRY_SIGNING_KEY) : undefined;
}

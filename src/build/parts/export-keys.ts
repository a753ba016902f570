import type { PublicKey } from '#listing/export/export-signature.ts';
import { readPublicKeys, readSigningKey, type SigningKey } from '#listing/export/signing-key.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads REGISTRY_PUBLIC_KEYS: a JWK set of keys to publish besides the one that signs, the former ones and the next. An
 * empty value counts as absent.
 *
 * @throws RangeError fit for the operator
 */
export async function publicKeysFrom({ REGISTRY_PUBLIC_KEYS }: Environment): Promise<readonly PublicKey[]> {
  return REGISTRY_PUBLIC_KEYS ? readPublicKeys(REGISTRY_PUBLIC_KEYS, 'REGISTRY_PUBLIC_KEYS') : [];
}

/**
 * Takes REGISTRY_SIGNING_KEY out of an environment, so that no program that is started later inherits it.
 *
 * @returns undefined where none is set; an empty value counts as absent
 * @throws RangeError fit for the operator
 */
export async function takeSigningKey(environment: Record<string, string | undefined>): Promise<SigningKey | undefined> {
  const { REGISTRY_SIGNING_KEY } = environment;
  delete environment.REGISTRY_SIGNING_KEY;
  return REGISTRY_SIGNING_KEY ? readSigningKey(REGISTRY_SIGNING_KEY) : undefined;
}

import type { PublicKey } from '#listing/export/export-signature.ts';
import { readPublicKeys, readSigningKey, type SigningKey } from '#listing/export/signing-key.ts';

/** With what a build signs its export, and the keys that it publishes. */
export interface ExportKeys {
  readonly signing: SigningKey | undefined;
  readonly publicKeys: readonly PublicKey[];
}

export const NO_KEYS: ExportKeys = { signing: undefined, publicKeys: [] };

/**
 * Reads REGISTRY_SIGNING_KEY, and REGISTRY_PUBLIC_KEYS: a JWK set of further keys, the former ones and the next. What is
 * empty counts as absent.
 *
 * @throws RangeError fit for the operator
 */
export async function exportKeys(environment: Readonly<Record<string, string | undefined>>): Promise<ExportKeys> {
  const { REGISTRY_SIGNING_KEY, REGISTRY_PUBLIC_KEYS } = environment;
  const signing = REGISTRY_SIGNING_KEY ? await readSigningKey(REGISTRY_SIGNING_KEY) : undefined;
  const others = REGISTRY_PUBLIC_KEYS ? await readPublicKeys(REGISTRY_PUBLIC_KEYS, 'REGISTRY_PUBLIC_KEYS') : [];
  return { signing, publicKeys: [...(signing ? [signing.public] : []), ...others] };
}

import sodium from 'libsodium-wrappers';

/**
 * Encrypts a secret for GitHub, which accepts secrets only as sealed boxes for its public key.
 * @param publicKey the key of the repository or environment in base64
 * @returns the sealed box in base64
 */
export async function sealSecret(secret: string, publicKey: string): Promise<string> {
  await sodium.ready;
  const key = sodium.from_base64(publicKey, sodium.base64_variants.ORIGINAL);
  const box = sodium.crypto_box_seal(sodium.from_string(secret), key);
  return sodium.to_base64(box, sodium.base64_variants.ORIGINAL);
}

import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findSignatureError, signExport } from './export-signature.ts';
import { keySet, readPublicKeys, readSigningKey } from './signing-key.ts';

const pem = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const index = new TextEncoder().encode('{"files":[]}');

describe('a signature', () => {
  test('holds, by the published keys', async () => {
    const key = await readSigningKey(pem());
    const keys = await readPublicKeys(keySet([key.public]), 'keys');
    expect(keys).toEqual([key.public]);
    expect(await findSignatureError(index, await signExport(index, key), keys)).toBeUndefined();
  });

  test('is the same each time, so that two builds are', async () => {
    const key = await readSigningKey(pem());
    expect(await signExport(index, key)).toEqual(await signExport(index, key));
  });

  test('does not hold for other bytes, wherever one is flipped', async () => {
    const key = await readSigningKey(pem());
    const signature = await signExport(index, key);
    for (let at = 0; at < index.length; at++) {
      const flipped = index.with(at, (index[at] ?? 0) ^ 1);
      expect(await findSignatureError(flipped, signature, [key.public])).toMatch(/has been changed/);
    }
  });

  test('of a key that is not published is no signature', async () => {
    const [ours, theirs] = [await readSigningKey(pem()), await readSigningKey(pem())];
    const signature = await signExport(index, theirs);
    expect(await findSignatureError(index, signature, [ours.public])).toMatch(/none of the 1 public keys/);
    if (!signature.signed) throw new Error('It is signed.');
    const renamed = { ...signature, kid: ours.public.kid };
    expect(await findSignatureError(index, renamed, [ours.public])).toMatch(/was not made with the key/);
  });

  test('that was never made is told as such', async () => {
    expect(await findSignatureError(index, await signExport(index, undefined), [])).toMatch(
      /not signed.*REGISTRY_SIGNING_KEY/,
    );
  });

  test('of a former key holds while that is published', async () => {
    const [former, current] = [await readSigningKey(pem()), await readSigningKey(pem())];
    const keys = await readPublicKeys(keySet([current.public, former.public, current.public]), 'keys');
    expect(keys).toHaveLength(2);
    expect(await findSignatureError(index, await signExport(index, former), keys)).toBeUndefined();
  });
});

test('a key in one line is the same key', async () => {
  const text = pem();
  const line = text.split('\n').slice(1, -2).join('');
  expect((await readSigningKey(line)).public).toEqual((await readSigningKey(text)).public);
});

test.each(['', 'secret', generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()])(
  'what is no key is refused, and not repeated',
  async text => {
    const error = await readSigningKey(text).catch(each => each);
    expect(error).toBeInstanceOf(RangeError);
    if (text) expect(error.message).not.toContain(text);
  },
);

test.each(['', '[]', '{"keys":1}'])('%j is no set of keys', async text => {
  await expect(readPublicKeys(text, 'REGISTRY_PUBLIC_KEYS')).rejects.toThrow(/REGISTRY_PUBLIC_KEYS is no JWK set/);
});

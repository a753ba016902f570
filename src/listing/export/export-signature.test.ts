import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../encoding/sha256.ts';
import { EXPORT_VALIDITY_DAYS, findSignatureError, signExport, UNSIGNED_EXPORT } from './export-signature.ts';
import { keySet, readPublicKeys, readSigningKey } from './signing-key.ts';

const pem = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const NOW = Date.parse('2026-11-22T12:00:00Z');
const index = new TextEncoder().encode('{"files":[]}');

describe('a signature', () => {
  test('passes verification with the published keys', async () => {
    const key = await readSigningKey(pem());
    const keys = await readPublicKeys(keySet([key.public]), 'keys');
    expect(keys).toEqual([key.public]);
    expect(await findSignatureError(index, await signExport(index, key, NOW), keys)).toBeUndefined();
  });

  test('covers its expiry, and fails verification with another time or digest', async () => {
    const key = await readSigningKey(pem());
    const signature = await signExport(index, key, NOW);
    expect(signature).toMatchObject({ signed_at: '2026-11-22T12:00:00Z', expires_at: '2026-12-22T12:00:00Z' });
    expect(Date.parse(signature.expires_at) - NOW).toBe(EXPORT_VALIDITY_DAYS * 86_400_000);
    for (const changes of [{ expires_at: '2027-01-01T00:00:00Z' }, { signed_at: '2026-11-23T12:00:00Z' }])
      expect(await findSignatureError(index, { ...signature, ...changes }, [key.public])).toMatch(/times were changed/);
    const other = new TextEncoder().encode('{}');
    expect(await findSignatureError(other, { ...signature, sha256: await sha256Hex(other) }, [key.public])).toMatch(
      /its digest or times were changed/,
    );
  });

  test('depends only on the index, the key, and the time', async () => {
    const key = await readSigningKey(pem());
    expect(await signExport(index, key, NOW)).toEqual(await signExport(index, key, NOW));
  });

  test('fails verification after any flipped byte', async () => {
    const key = await readSigningKey(pem());
    const signature = await signExport(index, key, NOW);
    for (let at = 0; at < index.length; at++) {
      const flipped = index.with(at, (index[at] ?? 0) ^ 1);
      expect(await findSignatureError(flipped, signature, [key.public])).toMatch(/does not match its signature/);
    }
  });

  test('fails verification if its key is unpublished', async () => {
    const [ours, theirs] = [await readSigningKey(pem()), await readSigningKey(pem())];
    const signature = await signExport(index, theirs, NOW);
    expect(await findSignatureError(index, signature, [ours.public])).toMatch(/unknown key/);
    if (!signature.signed) throw new Error('It is signed.');
    const renamed = { ...signature, kid: ours.public.kid };
    expect(await findSignatureError(index, renamed, [ours.public])).toMatch(/was not made with the key/);
  });

  test('fails verification with a message if it is missing', async () => {
    expect(await findSignatureError(index, UNSIGNED_EXPORT, [])).toMatch(/not signed.*REGISTRY_SIGNING_KEY/);
  });

  test('passes verification with a former key while that key is published', async () => {
    const [former, current] = [await readSigningKey(pem()), await readSigningKey(pem())];
    const keys = await readPublicKeys(keySet([current.public, former.public, current.public]), 'keys');
    expect(keys).toHaveLength(2);
    expect(await findSignatureError(index, await signExport(index, former, NOW), keys)).toBeUndefined();
  });
});

test('reads a key on one line as the same key', async () => {
  const text = pem();
  const line = text.split('\n').slice(1, -2).join('');
  expect((await readSigningKey(line)).public).toEqual((await readSigningKey(text)).public);
});

test.each(['', 'secret', generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()])(
  'rejects an invalid key without repeating it',
  async text => {
    const error = await readSigningKey(text).catch(each => each);
    expect(error).toBeInstanceOf(RangeError);
    if (text) expect(error.message).not.toContain(text);
  },
);

test.each(['', '[]', '{"keys":1}'])('rejects the key set %j', async text => {
  await expect(readPublicKeys(text, 'REGISTRY_PUBLIC_KEYS')).rejects.toThrow(/REGISTRY_PUBLIC_KEYS is not a JWK set/);
});

import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPORT_SIGNATURE, findSignatureError, PUBLIC_KEYS, type Signed } from '#listing/export/export-signature.ts';
import { readPublicKeys } from '#listing/export/signing-key.ts';
import { BARE_ENVIRONMENT } from '#store/processes/environment.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

const run = promisify(execFile);
const INDEX = new TextEncoder().encode('{"generated_at":null,"listings":7,"files":[]}');
const pemOf = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const [OLD, NEXT] = [pemOf(), pemOf()];

let folder: string;
beforeAll(async () => {
  folder = await makeTemporaryFolder('public-keys-');
  await writeFile(path.join(folder, 'old.pem'), OLD);
  await writeFile(path.join(folder, 'next.pem'), NEXT);
});
afterAll(() => removeFolder(folder));

async function publicKeys(...files: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [
    'scripts/public-keys.ts',
    ...files.map(each => path.join(folder, each)),
  ]);
  return stdout;
}

/** Returns what a build and its signing publish with these settings: the signature of the index, and the keys. */
async function built(settings: Readonly<Record<string, string>>) {
  const target = await mkdtemp(path.join(folder, 'built-'));
  await mkdir(path.join(target, 'export'));
  await mkdir(path.join(target, '.well-known'));
  await writeFile(path.join(target, 'export/index.json'), INDEX);
  const env = { ...BARE_ENVIRONMENT, ...settings };
  await run(process.execPath, ['scripts/sign-export.ts', target], { env });
  const [signature = '', published = ''] = await Promise.all(
    [EXPORT_SIGNATURE, PUBLIC_KEYS].map(place => readFile(path.join(target, place), 'utf8')),
  );
  return { signature: JSON.parse(signature) as Signed, published };
}

/** Verifies with a saved key file. Returns `undefined` if the signature is valid. */
async function checkedWith(kept: string, { signature }: Awaited<ReturnType<typeof built>>) {
  return findSignatureError(INDEX, signature, await readPublicKeys(kept, 'kept.json'));
}

test('rotates a key without a gap during which mirrors cannot verify', async () => {
  const before = await built({ REGISTRY_SIGNING_KEY: OLD });
  // First, announce the next key, so that mirrors that save the key file have it in time.
  const announced = await built({ REGISTRY_SIGNING_KEY: OLD, REGISTRY_PUBLIC_KEYS: await publicKeys('next.pem') });
  // Then sign with it, and keep the former key while copies signed with it exist.
  await writeFile(path.join(folder, 'published.json'), before.published);
  const former = await publicKeys('published.json');
  const rotated = await built({ REGISTRY_SIGNING_KEY: NEXT, REGISTRY_PUBLIC_KEYS: former });
  const done = await built({ REGISTRY_SIGNING_KEY: NEXT });

  for (const signed of [before, announced, rotated, done]) {
    expect(await checkedWith(announced.published, signed)).toBeUndefined();
    expect(await checkedWith(rotated.published, signed)).toBeUndefined();
  }
  expect(JSON.parse(rotated.published).keys).toHaveLength(2);
  expect(await checkedWith(before.published, rotated)).toMatch(/signed with an unknown key/);
  expect(await checkedWith(done.published, before)).toMatch(/signed with an unknown key/);
});

describe('the script', () => {
  test('merges keys and key sets, without duplicates and private parts', async () => {
    await writeFile(path.join(folder, 'set.json'), await publicKeys('old.pem'));
    const text = await publicKeys('set.json', 'old.pem', 'next.pem');
    expect(JSON.parse(text).keys.map((key: object) => Object.keys(key).sort().join())).toEqual(
      Array(2).fill('alg,crv,kid,kty,use,x'),
    );
  });

  test.each([
    ['none.json', 'Cannot read'],
    ['other.pem', 'not an Ed25519 key'],
    ['other.json', 'not a JWK set'],
  ])('rejects %s: %s', async (file, said) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await writeFile(path.join(folder, 'other.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await writeFile(path.join(folder, 'other.json'), '{}');
    await expect(publicKeys(file)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
  });
});

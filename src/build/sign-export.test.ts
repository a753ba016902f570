import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cp, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeSigningKey } from '#build/parts/export-keys.ts';
import { appOver, createMemoryCatalog, exportAssets, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { EXPORT_INDEX } from '#listing/export/export.ts';
import { EXPORT_SIGNATURE, findSignatureError, PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { readPublicKeys } from '#listing/export/signing-key.ts';
import { BARE_ENVIRONMENT } from '#store/processes/environment.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const PEM = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

let parent: string;
let built: string;
beforeEach(async () => {
  parent = await makeTemporaryFolder('sign-export-');
  built = path.join(parent, 'dist');
  const assets = exportAssets(createMemoryCatalog(numberedListings(3)));
  for (const place of [EXPORT_INDEX, EXPORT_SIGNATURE, '/export/listings-1.ndjson', '/export/digests-1.ndjson'])
    await put(place, new Uint8Array((await (await assets.fetch(place))?.arrayBuffer()) ?? []));
  await put(PUBLIC_KEYS, '{"keys":[]}');
});
afterEach(() => removeFolder(parent));

async function put(place: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(path.join(built, place)), { recursive: true });
  await writeFile(path.join(built, place), content);
}

function sign(environment: Readonly<Record<string, string>> = { REGISTRY_SIGNING_KEY: PEM }, root = ROOT) {
  const env = { ...BARE_ENVIRONMENT, ...environment };
  return run(process.execPath, [path.join(root, 'scripts/sign-export.ts'), built], { cwd: root, env });
}

const read = async (place: string) => JSON.parse(await readFile(path.join(built, place), 'utf8'));

test('signs what a build wrote, and publishes the key', async () => {
  expect(await read(EXPORT_SIGNATURE)).toMatchObject({ signed: false });
  const { stdout } = await sign();
  const index = new Uint8Array(await readFile(path.join(built, EXPORT_INDEX)));
  const keys = await readPublicKeys(JSON.stringify(await read(PUBLIC_KEYS)), PUBLIC_KEYS);
  const signature = await read(EXPORT_SIGNATURE);
  expect(await findSignatureError(index, signature, keys)).toBeUndefined();
  expect(stdout).toBe(
    `Signed the export with the key ${keys[0]?.kid}. The signature expires at ${signature.expires_at}.\n`,
  );
});

test('needs no installed package, so that none can see the key', async () => {
  const bare = path.join(parent, 'bare');
  for (const name of [
    'package.json',
    'src/build',
    'src/cli/terminal',
    'src/listing',
    'src/manifest',
    'src/store',
    'scripts/sign-export.ts',
  ])
    await cp(path.join(ROOT, name), path.join(bare, name), { recursive: true });
  await sign(undefined, bare);
  expect(await read(EXPORT_SIGNATURE)).toMatchObject({ signed: true });
});

test('leaves another build that shares its files as it is', async () => {
  const other = path.join(parent, 'other.json');
  await link(path.join(built, EXPORT_SIGNATURE), other);
  await sign();
  expect(JSON.parse(await readFile(other, 'utf8'))).toMatchObject({ signed: false });
});

test('removes the drafts that a killed run left in the published folder', async () => {
  // No process has an id that is so high.
  const draft = `${EXPORT_SIGNATURE}.${2 ** 30}.draft`;
  await put(draft, '{"signed":');
  await sign();
  expect(await readdir(path.join(built, 'export'))).not.toContain(path.basename(draft));
});

test('leaves the export unsigned without a key', async () => {
  const { stdout } = await sign({ REGISTRY_SIGNING_KEY: '' });
  expect(stdout).toContain('stays unsigned');
  expect(await read(EXPORT_SIGNATURE)).toMatchObject({ signed: false });
});

test.each([
  ['/export/listings-1.ndjson', '{}\n', 'does not match the index of the export'],
  [EXPORT_INDEX, '{"files":[{"path":"/../../etc/hostname","size":1,"sha256":""}]}', 'is outside'],
  [EXPORT_INDEX, '{"files":[{"path":"/export/none.ndjson","size":1,"sha256":""}]}', 'Cannot read'],
])('does not sign if %s contains %s', async (place, content, message) => {
  await put(place, content);
  await expect(sign()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  expect(await read(EXPORT_SIGNATURE)).toMatchObject({ signed: false });
});

test('takes the key out of the environment, so that no child process inherits it', async () => {
  const environment = { REGISTRY_SIGNING_KEY: PEM, PATH: '/bin' };
  expect(await takeSigningKey(environment)).toBeDefined();
  expect(environment).toEqual({ PATH: '/bin' });
});

test('an unsigned export is served as such', async () => {
  const ask = appOver(createMemoryCatalog(numberedListings(1)));
  expect(await (await ask(EXPORT_SIGNATURE)).json()).toMatchObject({ signed: false });
});

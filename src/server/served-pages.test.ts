import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addresses } from '#edge/catalog/catalog.fixture.ts';
import { EXPORT_INDEX } from '#listing/export/export.ts';
import { EXPORT_SIGNATURE, type Signed } from '#listing/export/export-signature.ts';
import { readSigningKey } from '#listing/export/signing-key.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createServedPages, type ServedPages } from './served-pages.ts';

const HOUR = 3_600_000;

let folder: string;
let pages: ServedPages;
let errors: unknown[];

beforeEach(async () => {
  folder = await makeTemporaryFolder('served-pages-');
  errors = [];
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  pages = createServedPages({
    configuration: { addresses, dataDir: folder },
    directories: { registry: folder },
    key: await readSigningKey(privateKey),
    publicKeys: [],
    onChange: () => undefined,
    onError: error => errors.push(error),
    async build(_, tree) {
      await mkdir(path.join(tree.folder, path.dirname(EXPORT_INDEX)), { recursive: true });
      await mkdir(path.join(tree.folder, '.well-known'), { recursive: true });
      await writeFile(path.join(tree.folder, EXPORT_INDEX), '{"files":[]}');
    },
  });
});

afterEach(async () => {
  await pages.close();
  vi.useRealTimers();
  await removeFolder(folder);
});

async function signedAt(): Promise<number> {
  const file = await pages.assets.fetch(EXPORT_SIGNATURE);
  if (!file) throw new Error('The export has no signature.');
  return Date.parse(((await file.json()) as Signed).signed_at);
}

test('renews the signature of the export daily', async () => {
  const startedAt = Date.now();
  await pages.start();
  await vi.advanceTimersByTimeAsync(12 * HOUR);
  expect(await signedAt()).toBeLessThan(startedAt + HOUR);
  await vi.advanceTimersByTimeAsync(12 * HOUR);
  await expect.poll(signedAt).toBeGreaterThan(startedAt + 20 * HOUR);
  expect(errors).toEqual([]);
});

test.each([
  ['the machine slept for a month', 30 * 24 * HOUR],
  ['a clock that was behind is corrected', 56 * 365 * 24 * HOUR],
])('renews the signature within a minute after %s', async (_, jumpMs) => {
  await pages.start();
  vi.setSystemTime(Date.now() + jumpMs);
  const now = Date.now();
  await vi.advanceTimersByTimeAsync(HOUR / 60);
  await expect.poll(signedAt).toBeGreaterThanOrEqual(now - 1000);
  expect(errors).toEqual([]);
});

test('renews no signature after it is closed', async () => {
  await pages.start();
  const before = await signedAt();
  await pages.close();
  await vi.advanceTimersByTimeAsync(48 * HOUR);
  expect(await signedAt()).toBe(before);
});

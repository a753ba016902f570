import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileAssets } from '#build/catalog/file-assets.ts';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog, idsOf, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { exportedFiles } from '#edge/routes/export.ts';
import { EXPORT_INDEX } from '#listing/export/export.ts';
import { EXPORT_SIGNATURE, PUBLIC_KEYS, signExport } from '#listing/export/export-signature.ts';
import { keySet, readSigningKey, type SigningKey } from '#listing/export/signing-key.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { seeded } from '#query/entries.fixture.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { runCli } from '../terminal/terminal.fixture.ts';

const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const catalog = createMemoryCatalog(numberedListings(7));
let parent: string;
let whole: string;
let copy: string;
let server: RunningServer;
let key: SigningKey;
/** Of the command; each test begins without one. */
let state: string;

beforeAll(async () => {
  parent = await makeTemporaryFolder('verify-');
  whole = path.join(parent, 'whole');
  copy = path.join(parent, 'copy');
  key = await readSigningKey(pem);
  state = path.join(parent, 'state/verified.json');
  await put(whole, PUBLIC_KEYS, keySet([key.public]));
  await putSigned(whole, catalog);
  const app = createApp({ addresses, catalog: () => catalog, assets: await fileAssets(whole) });
  server = await serveApp(app, '127.0.0.1', 0);
  await mirrored(whole);
});
beforeEach(async () => {
  await removeFolder(copy);
  await cp(whole, copy, { recursive: true });
  await rm(state, { force: true });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await server.close();
  await removeFolder(parent);
});

async function put(folder: string, place: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(path.join(folder, place)), { recursive: true });
  await writeFile(path.join(folder, place), content);
}

/** Writes a signed export. */
async function putSigned(folder: string, exported: Catalog, signedAt = Date.now()): Promise<void> {
  for await (const { path: place, bytes } of exportedFiles(exported, await idsOf(exported))) {
    if (place !== EXPORT_SIGNATURE) await put(folder, place, bytes);
    if (place === EXPORT_INDEX)
      await put(folder, EXPORT_SIGNATURE, JSON.stringify(await signExport(bytes, key, signedAt)));
  }
}

/** Creates a mirror with the command, to verify it. */
async function mirrored(folder: string): Promise<void> {
  const kept = path.join(parent, 'mirror');
  const { status, out } = await runCli(['mirror', kept, '--json', '--registry', server.address]);
  expect([status, JSON.parse(out).faults]).toEqual([0, []]);
  await cp(path.join(kept, 'listings'), path.join(folder, 'listings'), { recursive: true });
  for (const name of await readdir(path.join(folder, 'export')))
    expect(await readFile(path.join(kept, 'export', name)), name).toEqual(
      await readFile(path.join(folder, 'export', name)),
    );
}

async function verify(target = copy, ...more: string[]) {
  const options = ['--json', '--state', state, '--registry', server.address];
  const { status, out, error } = await runCli(['verify', target, ...options, ...more]);
  return { status, error, ...(out === '' ? {} : JSON.parse(out)) };
}

async function flip(file: string, at: number): Promise<void> {
  const bytes = await readFile(path.join(copy, file));
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path.join(copy, file), bytes);
}

describe('a mirror', () => {
  test('passes if it matches its signature', async () => {
    expect(await verify()).toMatchObject({ status: 0, files: 2, listings: 7, faults: [] });
  });

  test('verifies offline with saved keys', async () => {
    const keys = ['--keys', path.join(whole, PUBLIC_KEYS)];
    const { status } = await runCli(['verify', copy, '--state', state, '--registry', 'http://127.0.0.1:1', ...keys]);
    expect(status).toBe(0);
  });

  test('fails for any flipped byte of a listing and names the listing', async () => {
    const random = seeded(5);
    for (let turn = 0; turn < 40; turn++) {
      const file = `listings/api-${1 + Math.floor(random() * 7)}.example.json`;
      const at = Math.floor(random() * (await readFile(path.join(copy, file))).length);
      await flip(file, at);
      expect((await verify()).faults).toEqual([
        expect.stringMatching(new RegExp(`^/${RegExp.escape(file)} \\(api-\\d.*from byte ${at} on\\.$`)),
      ]);
      await flip(file, at);
    }
  });

  test('fails for any flipped byte of an exported file and names its line and listing', async () => {
    const random = seeded(6);
    const file = 'export/listings-1.ndjson';
    const bytes = await readFile(path.join(copy, file));
    for (let turn = 0; turn < 40; turn++) {
      const at = Math.floor(random() * (bytes.length - 1));
      if (bytes[at] === 0x0a) continue;
      await flip(file, at);
      const line = bytes.subarray(0, at).toString('latin1').split('\n').length;
      const { id } = JSON.parse(bytes.toString().split('\n')[line - 1] ?? '');
      expect((await verify()).faults).toEqual([
        `/${file} differs from the signed file in line ${line} (${id}), from byte ${at} on.`,
      ]);
      await flip(file, at);
    }
  });

  test('fails for missing files and names them', async () => {
    await rm(path.join(copy, 'listings/api-3.example.json'));
    await rm(path.join(copy, 'export/listings-1.ndjson'));
    expect(await verify()).toMatchObject({
      status: 1,
      faults: ['/export/listings-1.ndjson is missing.', '/listings/api-3.example.json is missing.'],
    });
  });

  test('fails if the index changed after it was signed', async () => {
    const file = path.join(copy, 'export/index.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"listings":7', '"listings":6'));
    expect(await verify()).toMatchObject({
      status: 1,
      faults: [expect.stringContaining('does not match its signature')],
    });
  });

  test('fails on added listings and files', async () => {
    await put(copy, 'listings/invented.example.json', '{"meta":{},"data":{"id":"invented.example"}}');
    await put(copy, 'listings/evil/history.json', '{}');
    await put(copy, 'export/listings-9.ndjson', '{"id":"invented.example"}\n');
    await put(copy, 'index.html', '<h1>Pay here</h1>');
    await symlink('/etc/hostname', path.join(copy, 'listings/linked.example.json'));
    const { status, faults } = await verify();
    expect([status, faults]).toEqual([
      1,
      [
        '/export/listings-9.ndjson',
        '/index.html',
        '/listings/evil/history.json',
        '/listings/invented.example.json',
        '/listings/linked.example.json',
      ].map(file => `${file} is not part of the signed export.`),
    ]);
  });

  test('lists at most 20 added files', async () => {
    for (let number = 0; number < 23; number++) await put(copy, `listings/extra-${number}.example.json`, '{}');
    const { status, faults } = await verify();
    expect([status, faults.length, faults.at(-1)]).toEqual([1, 21, '3 more files are not part of the signed export.']);
  });

  test('passes for a fresh mirror with its state', async () => {
    expect(await verify(path.join(parent, 'mirror'))).toMatchObject({ status: 0, faults: [] });
  });

  test('fails on an older signed export unless --accept-older is set', async () => {
    const newer = path.join(parent, 'newer');
    await removeFolder(newer);
    const listing = sampleListing('https://api-1.example', {}, { updated_at: '2026-11-21T00:00:00Z' });
    const changed = createMemoryCatalog([listing]);
    expect(changed.summary.generated_at).toBe('2026-11-21T00:00:00Z');
    await putSigned(newer, changed);
    await put(newer, 'listings/api-1.example.json', String(await changed.listing('api-1.example')));
    expect(await verify(newer)).toMatchObject({ status: 0, generated_at: '2026-11-21T00:00:00Z' });
    const older = /^The export \(2026-11-20T06:00:00Z\) is older than the last verified one \(2026-11-21T00:00:00Z\)/;
    expect(await verify()).toMatchObject({ status: 1, faults: [expect.stringMatching(older)] });
    expect(await verify()).toMatchObject({ status: 1 });
    expect(await verify(newer)).toMatchObject({ status: 0 });
    expect(await verify(copy, '--accept-older')).toMatchObject({ status: 0 });
    expect(await verify()).toMatchObject({ status: 0 });
  });

  test('does not store the state of a failed verification', async () => {
    await put(copy, 'extra.txt', '');
    await verify();
    await expect(readFile(state)).rejects.toThrow('ENOENT');
  });

  test('fails once its signature has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 29 * 86_400_000 });
    expect(await verify()).toMatchObject({ status: 0 });
    vi.setSystemTime(Date.now() + 2 * 86_400_000);
    expect(await verify()).toMatchObject({
      status: 1,
      faults: [expect.stringMatching(/^The signature expired at \d{4}-/)],
    });
  });

  test('fails if its data is older than --max-age', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T18:00:00Z') });
    await putSigned(copy, catalog, Date.now());
    expect(await verify(copy, '--max-age', '36h')).toMatchObject({ status: 0 });
    expect(await verify(copy, '--max-age', '35h')).toMatchObject({
      status: 1,
      faults: ['The newest data (2026-11-20T06:00:00Z) is older than --max-age.'],
    });
    expect(await verify(copy, '--max-age', 'soon')).toMatchObject({ status: 2 });
  });

  test('fails if the expiry was changed', async () => {
    const file = path.join(copy, EXPORT_SIGNATURE);
    const signature = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...signature, expires_at: '2099-01-01T00:00:00Z' }));
    expect(await verify()).toMatchObject({ status: 1, faults: [expect.stringContaining('times were changed')] });
    await writeFile(file, JSON.stringify({ ...signature, expires_at: undefined }));
    expect(await verify()).toMatchObject({ status: 1, faults: [expect.stringContaining('has no expiry')] });
  });

  test('exits with 2 if the state is damaged or has no location', async () => {
    await put(parent, 'state/verified.json', '{');
    expect(await verify()).toMatchObject({ status: 2, error: { message: expect.stringContaining('is damaged') } });
    const { status, error } = await runCli(['verify', copy, '--registry', server.address]);
    expect([status, error]).toEqual([2, expect.stringContaining('--state FILE')]);
  });

  test('fails without a signature', async () => {
    for await (const { path: place, bytes } of exportedFiles(catalog, await idsOf(catalog)))
      await put(copy, place, bytes);
    expect(await verify()).toMatchObject({ status: 1, faults: [expect.stringContaining('is not signed')] });
  });

  test.each(['null', '{"files":[null]}', '{"files":[{}]}'])('fails to run with the index %s', async text => {
    await put(copy, EXPORT_INDEX, text);
    const message = expect.stringContaining('is not an export index');
    expect(await verify()).toMatchObject({ status: 2, error: { message } });
  });

  test.each(['null', '5', '{}', '{"signed":false}'])('fails with the signature %s', async text => {
    await put(copy, EXPORT_SIGNATURE, text);
    expect(await verify()).toMatchObject({ status: 1, faults: ['/export/signature.json is not a signature.'] });
  });

  test('fails to run without an export', async () => {
    await removeFolder(path.join(copy, 'export'));
    expect(await verify()).toMatchObject({ status: 2, error: { message: expect.stringContaining('No export found') } });
  });
});

describe('a listing', () => {
  test('passes by id, URL, or file if it matches its signature', async () => {
    for (const target of ['api-2.example', 'https://api-2.example/v1', path.join(copy, 'listings/api-2.example.json')])
      expect(await verify(target)).toMatchObject({ status: 0, listings: 1, faults: [] });
  });

  test('fails after a change, with the position of the byte', async () => {
    await flip('listings/api-2.example.json', 210);
    const { status, faults } = await verify(path.join(copy, 'listings/api-2.example.json'));
    expect([status, faults]).toEqual([1, [expect.stringMatching(/\(api-2\.example\).*from byte 210 on/)]]);
  });

  test('fails if it is not in the export', async () => {
    expect(await verify('none.example')).toMatchObject({ status: 1, faults: ['none.example is not in the export.'] });
  });
});

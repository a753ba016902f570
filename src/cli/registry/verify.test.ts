import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog, idsOf, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { exportedFiles } from '#edge/routes/export.ts';
import { PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { keySet, readSigningKey } from '#listing/export/signing-key.ts';
import { seeded } from '#query/entries.fixture.ts';
import { fileAssets } from '#server/file-assets.ts';
import { type RunningServer, serveApp } from '#server/server.ts';
import { runCli } from '../terminal/terminal.fixture.ts';

const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const catalog = createMemoryCatalog(numberedListings(7));
let parent: string;
let whole: string;
let copy: string;
let server: RunningServer;

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'verify-'));
  whole = path.join(parent, 'whole');
  copy = path.join(parent, 'copy');
  const key = await readSigningKey(pem);
  await put(whole, PUBLIC_KEYS, keySet([key.public]));
  for await (const { path: place, bytes } of exportedFiles(catalog, await idsOf(catalog), key))
    await put(whole, place, bytes);
  const app = createApp({ addresses, catalog: () => catalog, assets: await fileAssets(whole) });
  server = await serveApp(app, '127.0.0.1', 0);
  await mirrored(whole);
});
beforeEach(async () => {
  await rm(copy, { recursive: true, force: true });
  await cp(whole, copy, { recursive: true });
});
afterAll(async () => {
  await server.close();
  await rm(parent, { recursive: true });
});

async function put(folder: string, place: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(path.join(folder, place)), { recursive: true });
  await writeFile(path.join(folder, place), content);
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
  const { status, out, error } = await runCli(['verify', target, '--json', '--registry', server.address, ...more]);
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
    const { status } = await runCli(['verify', copy, '--registry', 'http://127.0.0.1:1', ...keys]);
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
        `/${file} differs from what was signed in line ${line} (${id}), from byte ${at} on.`,
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
      faults: [expect.stringContaining('changed since it was signed')],
    });
  });

  test('fails without a signature', async () => {
    for await (const { path: place, bytes } of exportedFiles(catalog, await idsOf(catalog), undefined))
      await put(copy, place, bytes);
    expect(await verify()).toMatchObject({ status: 1, faults: [expect.stringContaining('is not signed')] });
  });

  test('fails to run without an export', async () => {
    await rm(path.join(copy, 'export'), { recursive: true });
    expect(await verify()).toMatchObject({ status: 2, error: expect.stringContaining('There is no export') });
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

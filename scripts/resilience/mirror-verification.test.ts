/** Tests a mirror of a running registry, and manipulations of the mirror that verification must detect. */
import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCli } from '#cli/terminal/terminal.fixture.ts';
import { EXPORT_SIGNATURE, PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { type RunningRegistry, runRegistryProcess } from './running-registry.fixture.ts';

const KEY = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

let registry: RunningRegistry;
let mirror: string;
let copy: string;

beforeAll(async () => {
  const records = ['https://one.example', 'https://two.example'].map(origin => sampleRecord(origin));
  registry = await runRegistryProcess(records, { REGISTRY_SIGNING_KEY: KEY, SELF_LISTING: 'off' });
  const { address, folder } = registry;
  await writeFile(path.join(folder, 'keys.json'), await (await fetch(address + PUBLIC_KEYS)).text());
  mirror = path.join(folder, 'mirror');
  expect(await runCli(['mirror', mirror, '--registry', address])).toMatchObject({ status: 0 });
});
afterAll(() => registry.close());
beforeEach(async () => {
  copy = path.join(await mkdtemp(path.join(registry.folder, 'copy-')), 'mirror');
  await cp(mirror, copy, { recursive: true });
});

/** Verifies without the registry, with saved keys. */
async function verify() {
  const keys = [
    '--keys',
    path.join(registry.folder, 'keys.json'),
    '--state',
    path.join(path.dirname(copy), 'state.json'),
  ];
  const { status, out, error } = await runCli(['verify', copy, '--json', ...keys]);
  return { status, error, faults: out === '' ? [] : JSON.parse(out).faults };
}

test('signs the build of a server', async () => {
  const signature = await (await fetch(registry.address + EXPORT_SIGNATURE)).json();
  expect(signature).toMatchObject({ signed: true, alg: 'Ed25519', expires_at: expect.any(String) });
  expect(await verify()).toMatchObject({ status: 0, faults: [] });
});

test.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
  [
    'an invented listing',
    folder => cp(path.join(folder, 'listings/one.example.json'), path.join(folder, 'listings/bank.example.json')),
    /^\/listings\/bank\.example\.json is not part of the signed export/,
  ],
  [
    'a listing with a changed price',
    folder => edit(path.join(folder, 'listings/one.example.json'), '"model":"free"', '"model":"paid"'),
    /^\/listings\/one\.example\.json \(one\.example\) differs/,
  ],
  ['a missing listing', folder => rm(path.join(folder, 'listings/two.example.json')), /two\.example\.json is missing/],
  [
    'an export without that listing',
    folder => edit(path.join(folder, 'export/index.json'), '"listings":2', '"listings":1'),
    /does not match its signature/,
  ],
  [
    'a signature file that declares the export unsigned',
    folder => writeFile(path.join(folder, EXPORT_SIGNATURE), '{"signed":false,"reason":"No need."}'),
    /^The export is not signed/,
  ],
  ['no signature', folder => rm(path.join(folder, EXPORT_SIGNATURE)), /^The export is not signed/],
])('fails on %s', async (_name, change, fault) => {
  await change(copy);
  expect(await verify()).toMatchObject({ status: 1, faults: [expect.stringMatching(fault)] });
});

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

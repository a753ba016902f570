import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { runCli } from '../terminal/terminal.fixture.ts';

const OLD = sampleManifest();
const RENAMED = sampleManifest({ name: 'Tides', last_updated: '2026-11-02T00:00:00Z' });
const BROKEN = sampleManifest({ authentication: { required: true, type: 'api_key' }, name: 'Tides' });

let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('diff-');
  const files = { old: OLD, renamed: RENAMED, broken: BROKEN, array: [], invalid: { name: 1 } };
  for (const [name, value] of Object.entries(files)) await writeFile(file(name), JSON.stringify(value));
  await writeFile(file('text'), '{\n  "name": x\n}');
  server = createServer((request, response) => {
    if (request.url === '/.well-known/api-manifest.json') response.end(JSON.stringify(OLD));
    else if (request.url === '/raw/broken.json?v=2') response.end(JSON.stringify(BROKEN));
    else response.writeHead(404).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
  await removeFolder(folder);
});

function file(name: string): string {
  return path.join(folder, `${name}.json`);
}

test('reports no changes between equal manifests', async () => {
  expect(await runCli(['diff', file('old'), file('old'), '--strict'])).toMatchObject({
    status: 0,
    out: 'No differences, except possibly last_updated.\n',
  });
});

test('lists breaking changes first and exits with 1', async () => {
  const { status, out } = await runCli(['diff', file('old'), file('broken')]);
  expect(status).toBe(1);
  expect(out.indexOf('Breaking')).toBeLessThan(out.indexOf('Not breaking'));
  expect(out).toMatch(/✗ .*credentials|✗ .*authentication/);
  expect(out).toMatch(/3 differences, 1 breaking\./);
});

test('fails for other changes only with --strict', async () => {
  expect(await runCli(['diff', file('old'), file('renamed')])).toMatchObject({ status: 0 });
  expect(await runCli(['diff', file('old'), file('renamed'), '--strict'])).toMatchObject({ status: 1 });
});

test('prints the changes as JSON', async () => {
  const { out } = await runCli(['diff', file('old'), file('broken'), '--json']);
  expect(JSON.parse(out)).toMatchObject({
    breaking: 1,
    total: 3,
    differences: [{ kind: 'authentication-required', breaking: true }, { breaking: false }, { breaking: false }],
  });
});

describe('diff', () => {
  test('compares with an API', async () => {
    expect(await runCli(['diff', origin, file('broken')])).toMatchObject({ status: 1 });
  });
  test('compares with any URL', async () => {
    expect(await runCli(['diff', `${origin}/raw/broken.json?v=2`, file('broken'), '--strict'])).toMatchObject({
      status: 0,
    });
  });
  test('compares with standard input', async () => {
    const input = JSON.stringify(OLD);
    expect(await runCli(['diff', '-', file('old'), '--strict'], { input })).toMatchObject({ status: 0 });
  });
  test('compares with an invalid manifest and prints a warning', async () => {
    const { status, error } = await runCli(['diff', file('invalid'), file('old')]);
    expect(status).not.toBe(2);
    expect(error).toMatch(/invalid\.json is not a valid manifest, so the comparison may be incomplete/);
  });
});

test.each([
  ['/does/not/exist.json', /File not found/],
  ['text', /text\.json:2:11 is not valid JSON/],
  ['array', /a manifest is a JSON object/],
  ['-', /Only one of the manifests/],
  ['gone', /404/],
  ['https://me:secret@api.example.com', /user name/],
])('cannot compare %s', async (target, reason) => {
  const named = target === 'gone' ? `${origin}/gone.json` : /^\w+$/.test(target) ? file(target) : target;
  const { status, out, error } = await runCli(['diff', named, target === '-' ? '-' : file('old')]);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(error).toMatch(reason);
});

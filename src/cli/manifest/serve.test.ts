import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { apiManifest } from '../api-manifest.ts';
import { createTestTerminal, runCli } from '../terminal/terminal.fixture.ts';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('serve-');
  file = path.join(folder, 'api-manifest.json');
});

afterAll(() => removeFolder(folder));

/** Serves the file while `work` runs. */
async function serving(work: (origin: string) => Promise<void>) {
  const stop = new AbortController();
  const terminal = createTestTerminal({ signal: stop.signal });
  const ended = apiManifest(['serve', file, '--port', '0'], terminal);
  try {
    await expect.poll(() => terminal.printed.out).toMatch(/^http:/);
    await work(new URL(terminal.printed.out).origin);
  } finally {
    stop.abort();
  }
  return { status: await ended, ...terminal.printed };
}

const FREE = sampleManifest({
  endpoints: [
    { ...sampleManifest().endpoints[0], path: '/v1/harbors', method: 'GET', parameters: [] } as never,
    { ...sampleManifest().endpoints[0], path: '/v1/harbors/{id}/tides', method: 'POST' } as never,
    { ...sampleManifest().endpoints[0], path: '/v1/häfen/<int:id>/:from-:to/[day]', method: 'GET' } as never,
  ],
});

test('serves a manifest that passes validation, and follows edits', async () => {
  await writeFile(file, JSON.stringify(FREE));
  const served = await serving(async origin => {
    expect(await runCli(['validate', origin])).toMatchObject({ status: 0 });
    await writeFile(file, JSON.stringify({ ...FREE, version: '1' }));
    expect(await runCli(['validate', origin])).toMatchObject({ status: 1 });
  });
  expect(served).toMatchObject({ status: 0, out: expect.stringMatching(/\/\.well-known\/api-manifest\.json\n$/) });
  expect(served.error).toContain('GET /v1/harbors 200');
});

test('prints its URL as JSON', async () => {
  await writeFile(file, JSON.stringify(FREE));
  const stop = new AbortController();
  const terminal = createTestTerminal({ signal: stop.signal });
  const ended = apiManifest(['serve', file, '--port', '0', '--json'], terminal);
  await expect.poll(() => terminal.printed.out).toMatch(/\n$/);
  const result = JSON.parse(terminal.printed.out);
  expect(await (await fetch(result.manifest)).json()).toEqual(FREE);
  stop.abort();
  expect(await ended).toBe(0);
  expect(result).toMatchObject({ file, origin: new URL(result.manifest).origin });
});

test('responds at declared endpoints only', async () => {
  await writeFile(file, JSON.stringify(FREE));
  await serving(async origin => {
    const ask = async (route: string, method = 'GET') => (await fetch(origin + route, { method })).status;
    expect(await ask('/v1/harbors?near=me')).toBe(200);
    expect(await ask('/v1/harbors/hull/tides', 'POST')).toBe(200);
    expect(await ask('/v1/harbors', 'HEAD')).toBe(200);
    expect(await ask('/v1/häfen/7/hull-oslo/monday')).toBe(200);
    expect(await ask('/v1/häfen/7/hull/monday')).toBe(404);
    const other = await fetch(`${origin}/v1/harbors/hull/tides`);
    expect([other.status, other.headers.get('Allow')]).toEqual([405, 'POST']);
    expect(await ask('/v2/harbors')).toBe(404);
    expect(await ask('/.well-known/api-manifest.json', 'POST')).toBe(405);
  });
});

test('passes the checks of a registry if no endpoint has the method GET', async () => {
  await writeFile(file, JSON.stringify({ ...FREE, endpoints: [{ ...FREE.endpoints[0], method: 'POST' }] }));
  await serving(async origin => {
    expect(await runCli(['validate', origin])).toMatchObject({ status: 0 });
  });
});

test('requires credentials if the manifest declares them', async () => {
  await writeFile(
    file,
    JSON.stringify({ ...FREE, authentication: { required: true, type: 'api_key', instructions: 'Ask.' } }),
  );
  await serving(async origin => {
    expect((await fetch(`${origin}/v1/harbors`)).status).toBe(401);
    expect((await fetch(`${origin}/v1/harbors`, { headers: { 'X-API-Key': 'a' } })).status).toBe(200);
  });
});

test('accepts credentials where the manifest declares them, and requires none for an open endpoint', async () => {
  const [first, second] = FREE.endpoints;
  const config = { in: 'query', name: 'appid', alternatives: [{ in: 'cookie', name: 'sid' }] };
  const manifest = {
    ...FREE,
    endpoints: [
      { ...first, authentication: 'none' },
      { ...second, path: '/v1/tides', method: 'GET' },
    ],
    authentication: { required: true, type: 'api_key', instructions: 'Ask.', config },
  };
  await writeFile(file, JSON.stringify(manifest));
  await serving(async origin => {
    const getStatus = async (route: string, headers = {}) => (await fetch(origin + route, { headers })).status;
    expect(await getStatus('/v1/harbors')).toBe(200);
    expect(await getStatus('/v1/tides?other=a')).toBe(401);
    expect(await getStatus('/v1/tides?appid=a')).toBe(200);
    expect(await getStatus('/v1/tides', { Cookie: 'a=b; sid=c' })).toBe(200);
  });
});

test('keeps running while the file is broken', async () => {
  await writeFile(file, JSON.stringify(FREE));
  await serving(async origin => {
    await writeFile(file, '{"endpoints": [3, {"path": 4}], "authentication": []');
    expect((await fetch(`${origin}/v1/harbors`)).status).toBe(404);
    await writeFile(
      file,
      '{"endpoints": [{"path": "/v1/harbors", "method": "GET"}], "authentication": 3, "payment": 4}',
    );
    expect((await fetch(`${origin}/v1/harbors`)).status).toBe(200);
    await rm(file);
    expect((await fetch(`${origin}/.well-known/api-manifest.json`)).status).toBe(503);
  });
});

test('reports a port that is already in use', async () => {
  await writeFile(file, JSON.stringify(FREE));
  const other = createServer();
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  expect(await runCli(['serve', file, '--port', String(port)])).toMatchObject({
    status: 2,
    error: expect.stringContaining('is in use'),
  });
  other.close();
});

import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleListing } from '#listing/listing.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type RunningProcess, runProcess } from './dev-server.fixture.ts';

let folder: string;
let registry: string;
let server: RunningProcess;

beforeAll(async () => {
  folder = await makeTemporaryFolder('dev-server-');
  registry = path.join(folder, 'registry');
  await writeRecord(registry, sampleListing('https://tides.example', { name: 'Tide tables' }).record);
  server = await runProcess('scripts/dev.ts', {
    PORT: '0',
    REGISTRY_DIR: registry,
    DATA_DIR: path.join(folder, 'data'),
    BUILD_CACHE_DIR: path.join(folder, 'cache'),
    SITE_NAME: 'Harbor APIs',
  });
});

afterAll(async () => {
  await server?.close();
  await removeFolder(folder);
});

const HTML = { Accept: 'text/html' };

async function text(file: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(server.url + file, { headers });
  expect(response.status, file).toBe(200);
  return response.text();
}

/** The paths and sizes of all files of a folder. */
async function snapshot(root: string): Promise<readonly string[]> {
  const files = await readdir(root, { recursive: true });
  return Promise.all(files.sort().map(async file => `${file} ${(await stat(path.join(root, file))).mtimeMs}`));
}

test('serves the pages with hot reload, and the API on the same port', async () => {
  const before = await snapshot(registry);
  const home = await text('/', HTML);
  expect(home).toContain('<title>Harbor APIs</title>');
  expect(home).toContain('/@vite/client');
  expect(await text('/apis/tides.example/', HTML)).toContain('Tide tables');
  expect(JSON.parse(await text('/'))).toMatchObject({ service: 'Harbor APIs' });
  expect(JSON.parse(await text('/listings'))).toMatchObject({ data: { total: 1 } });
  expect(JSON.parse(await text('/listings/tides.example'))).toMatchObject({ data: { id: 'tides.example' } });
  expect(await text('/docs/cli/index.md')).toMatch(/^# CLI/);
  expect(await text('/badges/tides.example.svg')).toContain('Harbor APIs: unverified');
  expect(await text('/schemas/v0.3/manifest.json')).toBe(await readFile('public/schemas/v0.3/manifest.json', 'utf8'));
  expect(await snapshot(registry)).toEqual(before);
  expect(await readdir(folder)).toEqual(expect.not.arrayContaining(['data']));
});

test('returns problem details for an unknown listing', async () => {
  const response = await fetch(`${server.url}/listings/unknown.example`);
  expect(response.status).toBe(404);
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
});

test('shows a changed record without a restart', async () => {
  const changed = sampleListing('https://moon.example', { name: 'Moon phases' }).record;
  await writeRecord(registry, changed);
  await expect.poll(async () => JSON.parse(await text('/listings')).data.total, { interval: 250 }).toBe(2);
  await expect.poll(() => text('/apis/', HTML), { interval: 250 }).toContain('Moon phases');
});

test('reports a port that is already in use', async () => {
  const { port } = new URL(server.url);
  await expect(
    runProcess('scripts/dev.ts', { PORT: port, REGISTRY_DIR: registry, BUILD_CACHE_DIR: path.join(folder, 'other') }),
  ).rejects.toThrow(`Port ${port} is already in use. Set PORT to another port.`);
});

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestHarness, type TestHarness } from 'wrangler';
import { writeStaticFiles } from '#build/static-files.fixture.ts';
import { toRow } from '#listing/row.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { addresses, appOver, createMemoryCatalog, numberedListings } from './catalog/catalog.fixture.ts';
import { workerConfiguration, writeHeaderFile } from './worker-config.fixture.ts';

const listings = numberedListings(120);
const catalog = createMemoryCatalog(listings);
const ask = appOver(catalog);
const variables = {
  REGISTRY_URL: addresses.registry,
  SITE_NAME: addresses.siteName,
  // A closed port, so that checks send no request to other machines.
  DOH_URL: 'http://127.0.0.1:9/dns-query',
};
let folder: string;
let harness: TestHarness;

beforeAll(async () => {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  folder = await makeTemporaryFolder('registry-worker-');
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'assets/index.html'), '<h1>Home</h1>');
  const entries = listings.map(listing => ({ row: toRow(listing, addresses), changedAt: listing.changed_at }));
  const assets = path.join(folder, 'assets');
  await writeStaticFiles(assets, catalog, entries, addresses);
  await writeHeaderFile(assets, addresses);
  const blocklist = path.join(folder, 'refused.json');
  await writeFile(blocklist, JSON.stringify([{ domain: 'blocked.example', reason: 'Its provider opted out.' }]));
  const configuration = { ...workerConfiguration(assets, variables), alias: { '#registry/refused.json': blocklist } };
  await writeFile(path.join(folder, 'wrangler.json'), JSON.stringify(configuration));
  harness = createTestHarness({ workers: [{ configPath: path.join(folder, 'wrangler.json') }] });
  await harness.listen();
});

afterAll(async () => {
  await harness.close();
  await removeFolder(folder);
});

test.each([
  '/',
  '/listings',
  '/listings?category=weather&limit=7&offset=14',
  '/listings?q=tide%2099',
  '/listings?limit=0',
  '/listings/api-7.example',
  '/listings/none.example',
  '/categories',
  '/agents',
  '/health',
  '/openapi.json',
  '/mcp/server-card',
  '/.well-known/mcp/server-card.json',
  '/llms.txt',
  '/llms-full.txt',
  '/.well-known/api-catalog',
  '/.well-known/agent-skills/index.json',
  '/.well-known/agent-skills/find-an-api/SKILL.md',
  '/.well-known/ard.json',
  '/.well-known/api-manifest.json',
  '/.well-known/security.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/api-catalogs/weather.json',
  '/index.md',
  '/apis/2/index.md',
  '/apis/api-7.example/index.md',
  '/docs/manifest/',
  '/nothing',
])('returns the same for GET %s as Node', async address => {
  const [there, here] = await Promise.all([harness.fetch(address), ask(address)]);
  expect(there.status).toBe(here.status);
  const text = async (response: Response) => (await response.text()).replace(/"index_age_seconds":\d+,/, '');
  expect(await text(there as unknown as Response)).toBe(await text(here));
  for (const name of ['Content-Type', 'Cache-Control', 'Link', 'Access-Control-Allow-Origin']) {
    expect(there.headers.get(name), name).toBe(here.headers.get(name));
  }
});

test('returns to each of many requests its own body', async () => {
  const paths = Array.from({ length: 60 }, (_, n) => `/listings?limit=${1 + (n % 7)}&offset=${n}`);
  const bodyOf = async (path: string) => (await ask(path)).text();
  const responses = await Promise.all(paths.map(path => harness.fetch(path)));
  const bodies = await Promise.all(responses.map(response => response.text()));
  expect(bodies).toEqual(await Promise.all(paths.map(bodyOf)));
});

test('returns the home page to browsers at GET /', async () => {
  const response = await harness.fetch('/', { headers: { Accept: 'text/html' } });
  expect(await response.text()).toBe('<h1>Home</h1>');
});

test('serves MCP and opens an event stream', async () => {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_listings', arguments: { q: 'tide 99' } },
  };
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2025-06-18',
  };
  const response = await harness.fetch('/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('api-99.example');

  const stream = await harness.fetch('/mcp', { headers: { Accept: 'text/event-stream' } });
  expect(stream.headers.get('Content-Type')).toContain('text/event-stream');
  const reader = stream.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toContain('event: endpoint');
  await reader?.cancel();
});

test('streams the checks of an origin', async () => {
  const response = await harness.fetch('/validate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
    body: '{"url":"https://api.example.com"}',
  });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/x-ndjson']);
  const lines = (await response.text()).trimEnd().split('\n');
  const { report } = JSON.parse(lines.at(-1) ?? '');
  expect(lines.slice(0, -1).map(line => JSON.parse(line))).toEqual(report.checks.map((check: object) => ({ check })));
  expect(report).toMatchObject({ url: 'https://api.example.com', passed: false, retryable: true });
});

test('rejects a blocked origin', async () => {
  const response = await harness.fetch('/validate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"url":"https://api.blocked.example"}',
  });
  expect(await response.json()).toMatchObject({
    status: 422,
    detail: 'This registry does not list https://api.blocked.example: Its provider opted out.',
  });
});

test('returns 304 for a matching ETag', async () => {
  const first = await harness.fetch('/listings');
  const again = await harness.fetch('/listings', { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } });
  expect(again.status).toBe(304);
});

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestHarness, type TestHarness } from 'wrangler';
import { packBuild } from '#build/pack-build.ts';
import { writeStaticFiles } from '#build/static-files.fixture.ts';
import { toRow } from '#listing/row.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { addresses, appOver, createMemoryCatalog, numberedListings } from './catalog/catalog.fixture.ts';
import { ROUTE_LIST } from './routes/routes.ts';
import { workerConfiguration, workerFirst, writeHeaderFile } from './worker-config.fixture.ts';

const listings = numberedListings(120);
const catalog = createMemoryCatalog(listings);
const ask = appOver(catalog);
let folder: string;
let files: readonly string[];

beforeAll(async () => {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  folder = await makeTemporaryFolder('registry-static-');
  const assets = path.join(folder, 'assets');
  await mkdir(path.join(assets, 'badges'), { recursive: true });
  await writeFile(path.join(assets, 'badges/api-1.example.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeHeaderFile(assets, addresses);
  const entries = listings.map(listing => ({ row: toRow(listing, addresses), changedAt: listing.changed_at }));
  await writeStaticFiles(assets, catalog, entries, addresses);
  const names = await readdir(assets, { recursive: true, withFileTypes: true });
  files = names
    .filter(each => each.isFile() && each.name !== '_headers')
    .map(each => `/${path.relative(assets, path.join(each.parentPath, each.name))}`);
  await packBuild(assets, path.join(folder, 'packed'));
});

afterAll(() => removeFolder(folder));

/** The headers that a file has in common with the application's response at the same path. */
const SAME_HEADERS = [
  'Content-Type',
  'Cache-Control',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'Referrer-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
];

/** Files of one kind each; the rest of the kind has the same rules. */
const SAMPLES = [
  '/index.json',
  '/listings.json',
  '/listings/pages/2.json',
  '/listings/api-7.example.json',
  '/listings/api-7.example/history.json',
  '/listings/by/category/weather/1.json',
  '/facets.json',
  '/categories.json',
  '/collections.json',
  '/collections/weather.json',
  '/collections/weather/feed.json',
  '/collections/weather/feed.xml',
  '/health.json',
  '/openapi.json',
  '/feed.json',
  '/feed.xml',
  '/validator.json',
  '/validator/agents.json',
  '/site/agents.json',
  '/api-catalogs/weather.json',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/index.md',
  '/apis/api-7.example/index.md',
  '/.well-known/api-catalog',
  '/.well-known/agent-skills/index.json',
  '/.well-known/agent-skills/find-an-api/SKILL.md',
  '/.well-known/ard.json',
  '/.well-known/mcp/server-card.json',
  '/.well-known/security.txt',
];

describe.each([
  ['a build', 'assets'],
  ['a packed build', 'packed'],
] as const)('%s in workerd', (_, name) => {
  let harness: TestHarness;

  beforeAll(async () => {
    const config = path.join(folder, `${name}.json`);
    const vars = { REGISTRY_URL: addresses.registry, SITE_NAME: addresses.siteName, REQUEST_LOG: 'off' };
    await writeFile(config, JSON.stringify(workerConfiguration(path.join(folder, name), vars)));
    harness = createTestHarness({ workers: [{ configPath: config }] });
    await harness.listen();
  });

  afterAll(() => harness.close());

  test.each(SAMPLES)('serves %s with the bytes and headers of the application', async file => {
    const [there, here] = await Promise.all([harness.fetch(file), ask(file)]);
    expect(there.status).toBe(200);
    expect(await there.text()).toBe(await here.text());
    for (const header of SAME_HEADERS) expect(there.headers.get(header), header).toBe(here.headers.get(header));
    expect(there.headers.get('ETag')).toMatch(/^"[^"]+"$/);
    const known = { 'If-None-Match': there.headers.get('ETag') ?? '' };
    expect((await harness.fetch(file, { headers: known })).status).toBe(304);
  });

  test('runs the Worker for files that depend on the host, and for missing files', async () => {
    for (const file of ['/agents.json', '/.well-known/api-manifest.json', '/listings/none.example.json']) {
      const [there, here] = await Promise.all([harness.fetch(file), ask(file)]);
      expect(there.status, file).toBe(here.status);
      expect(await there.text(), file).toBe(await here.text());
      expect(there.headers.get('X-Request-Id'), file).not.toBeNull();
    }
  });

  test.runIf(name === 'assets')('serves the other files without running the Worker', async () => {
    for (const file of [...SAMPLES, '/badges/api-1.example.svg', '/export/index.json']) {
      const { status, headers } = await harness.fetch(file);
      expect(status, file).toBe(200);
      // Every response of the Worker has one.
      expect(headers.get('X-Request-Id'), file).toBeNull();
    }
  });

  test('serves a badge as an image, and one for an unknown id', async () => {
    const { status, headers } = await harness.fetch('/badges/api-1.example.svg');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
    const unknown = await harness.fetch('/badges/none.example.svg');
    expect([unknown.status, unknown.headers.get('Content-Type')]).toEqual([404, 'image/svg+xml']);
  });
});

describe('run_worker_first', () => {
  const runsWorker = createMatcher(workerFirst());

  test('includes no file except those that depend on the host', () => {
    expect(files.filter(runsWorker).sort()).toEqual(['/.well-known/api-manifest.json', '/agents.json']);
  });

  test('leaves no route to a file of another name', () => {
    const routes = ROUTE_LIST.filter(({ file, isPage, path: route }) => !isPage && file !== route).map(
      each => each.path,
    );
    expect(routes.length).toBeGreaterThan(15);
    const fromFiles = ['/export/index.json', '/export/signature.json'];
    expect(routes.filter(route => files.includes(route) && !runsWorker(route))).toEqual(fromFiles);
  });

  test('includes pages', () => {
    for (const page of ['/', '/apis/', '/apis/api-1.example/', '/docs/agents/', '/docs/agents/index.html', '/404.html'])
      expect(runsWorker(page), page).toBe(true);
  });

  test('matches the configuration of previews', () => {
    expect(workerFirst('deploy/preview/wrangler.jsonc')).toEqual(workerFirst());
  });
});

/** Matches paths as the platform does. */
function createMatcher(patterns: readonly string[]): (file: string) => boolean {
  const expressions = patterns.map(glob => new RegExp(`^${glob.split('*').map(RegExp.escape).join('.*')}$`));
  return file => expressions.some(each => each.test(file));
}

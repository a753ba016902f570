import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileAssets } from '#build/catalog/file-assets.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { lintManifest } from '#manifest/lint.ts';
import type { Manifest03 } from '#manifest/manifest.ts';
import { validateManifest } from '#manifest/validate.ts';
import { RELEASED } from '#manifest/version.ts';
import { freePort } from '#server/http/ports.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { selectProbes } from '#verify/probes/probes.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { createApp } from '../../app.ts';
import { addressesFrom } from '../../config.ts';
import { ask, exampleCatalog } from '../../public-registry.fixture.ts';
import { ownManifest } from './own-manifest.ts';

const manifestAt = (base: string): Manifest03 => JSON.parse(ownManifest(addressesFrom({}, base)));
const manifest: Manifest03 = await (await ask(MANIFEST_PATH)).json();

test('passes validation and lint', () => {
  const deployed = manifestAt('https://registry.apis.directory');
  expect(validateManifest(deployed).findings).toEqual([]);
  expect(lintManifest(deployed, Date.parse(RELEASED))).toEqual([]);
  expect(deployed.primary_category).toBe('discovery');
});

test('leaves the example submission, which no registry has, out of probes', () => {
  const probed = selectProbes(manifestAt('https://registry.apis.directory'), 'https://registry.apis.directory');
  expect(probed.map(({ kind }) => kind)).toEqual(['plain', 'plain', 'plain', 'plain', 'plain']);
});

test('has the recommended members of the manifest format', () => {
  const { use_cases, endpoints } = JSON.parse(ownManifest(addressesFrom({}, 'https://registry.apis.directory')));
  expect(use_cases.length).toBeGreaterThan(3);
  const find = (method: string, path: string) =>
    endpoints.find((each: { method: string; path: string }) => each.method === method && each.path === path);
  expect(find('GET', '/listings/{id}').parameters).toEqual([
    expect.objectContaining({ name: 'id', in: 'path', example: 'registry.apis.directory' }),
  ]);
  expect(find('POST', '/listings/submit')).toMatchObject({
    request_content_type: 'application/json',
    request_example: { url: 'https://api.example.com' },
    response_example: { data: { status: 'pending' } },
  });
  expect(find('GET', '/listings').response_example).toMatchObject({ data: { count: 1 } });
});

test('declares paths from the origin, also below a path prefix', () => {
  const paths = manifestAt('https://apis.directory/registry').endpoints.map(({ path }) => path);
  expect(paths.every(path => path.startsWith('/registry/'))).toBe(true);
});

describe('each declared endpoint', () => {
  const examples: Readonly<Record<string, string>> = {
    id: 'api-1.example',
    version: 'v0.3',
    category: 'weather',
    collection: 'weather',
    skill: 'find-an-api',
    file: 'listings-1.ndjson',
    submission_id: 'none',
  };

  test.each(manifest.endpoints.map(endpoint => [endpoint.method, endpoint.path, endpoint] as const))(
    'responds: %s %s',
    async (method, path, { parameters, response_description }) => {
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
      expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
      const response = await ask(
        path.replace(/\{(\w+)\}/g, (_, name) => examples[name] ?? ''),
        { method },
      );
      const isForReading = method === 'GET' && !path.includes('submission_id');
      // This registry accepts no submissions and returns 501.
      expect([200, 501]).toContain(response.status);
      expect(response.status).toBe(isForReading ? 200 : 501);
      if (isForReading)
        expect(response_description).toContain((response.headers.get('Content-Type') ?? '').split(';')[0]);
    },
  );
});

test('declares each endpoint that responds without parameters', async () => {
  const described = new Set(manifest.endpoints.map(({ path }) => path));
  for (const path of [
    '/',
    '/listings',
    '/categories',
    '/agents',
    '/health',
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
  ])
    expect(described, path).toContain(path);
});

describe('our own checks', () => {
  let server: RunningServer;

  beforeAll(async () => {
    const port = await freePort('127.0.0.1');
    const addresses = addressesFrom({}, `http://127.0.0.1:${port}`);
    const app = createApp({ addresses, catalog: () => exampleCatalog, assets: await fileAssets('public') });
    server = await serveApp(app, '127.0.0.1', port);
  });

  afterAll(() => server.close());

  test('pass for this registry', async () => {
    const fetcher = createGuardedFetcher({ siteUrl: 'https://registry.example', local: true });
    const { report } = await verifyOrigin(server.address, { fetcher, now: Date.now });
    await fetcher.close();
    expect(report.errors).toEqual([]);
    expect(report).toMatchObject({ passed: true, schema_valid: true, endpoints_reachable: true });
  });
});

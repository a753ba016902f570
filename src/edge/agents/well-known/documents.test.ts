import { describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { addresses } from '../../catalog/catalog.fixture.ts';
import { ask, exampleCatalog, get, ownAddresses } from '../../public-registry.fixture.ts';
import { ROUTES } from '../../routes/routes.ts';
import { SKILLS } from '../skills/all-skills.ts';
import { skillPath } from '../skills/skill.ts';
import { CATEGORY_CATALOGS } from './category-catalogs.ts';
import { WELL_KNOWN, type WellKnownId } from './descriptions.ts';

const documents: [path: string, type: string][] = [
  ...Object.entries(WELL_KNOWN).map(([id, { type }]): [string, string] => [ROUTES[id as WellKnownId].path, type]),
  ...SKILLS.map((skill): [string, string] => [skillPath(skill), 'text/markdown; charset=utf-8']),
  ['/mcp/server-card', 'application/mcp-server-card+json'],
  ['/api-catalogs/weather.json', WELL_KNOWN.getApiCatalog.type],
];

describe.each(documents)('%s', (path, type) => {
  test('has its Content-Type and an ETag, and supports CORS, HEAD, and 304', async () => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe(type);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Cache-Control')).toContain('max-age=60');
    const tag = response.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    const head = await ask(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Type'), await head.text()]).toEqual([200, type, '']);
    expect((await ask(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    expect((await ask(path, { method: 'POST' })).status).toBe(405);
  });

  test('links only to URLs that respond', async () => {
    const found = ownAddresses(await (await ask(path)).text()).filter(address => address !== addresses.mcp);
    for (const address of found) {
      const { status } = await get(address, { Accept: '*/*' });
      expect([200, 405], address).toContain(status);
    }
  });

  test('stays identical in repeated responses', async () => {
    expect(await (await ask(path)).text()).toBe(await (await ask(path)).text());
  });
});

test('contains more than a few URLs', async () => {
  const found = await Promise.all(documents.map(async ([path]) => ownAddresses(await (await ask(path)).text())));
  expect(found.flat().length).toBeGreaterThan(80);
});

test('includes a catalog for each category', async () => {
  expect(CATEGORY_CATALOGS.size).toBe(25);
  for (const path of CATEGORY_CATALOGS.keys()) expect((await ask(path)).status, path).toBe(200);
});

describe('separate hosts for the surfaces', () => {
  const apart = {
    registry: 'https://api.registry.example',
    site: 'https://registry.example',
    validator: 'https://validator.registry.example',
    mcp: 'https://mcp.registry.example',
  };
  const siteName = 'Harbor APIs';
  const app = createApp({
    addresses: { ...apart, siteName },
    catalog: () => exampleCatalog,
    assets: { fetch: async () => undefined },
  });
  const at = (address: string) => app.fetch(new Request(address));

  test.each(Object.values(apart))('serve the documents of their host: %s', async base => {
    for (const path of ['/.well-known/api-catalog', '/.well-known/security.txt', '/.well-known/mcp/server-card.json'])
      expect((await at(base + path)).status, path).toBe(200);
  });

  test('serve the manifest only at the API origin', async () => {
    expect((await at(`${apart.registry}/.well-known/api-manifest.json`)).status).toBe(200);
    expect((await at(`${apart.validator}/.well-known/api-manifest.json`)).status).toBe(404);
  });

  test('respond at all URLs in the documents', async () => {
    const text = await (await at(`${apart.site}/.well-known/api-catalog`)).text();
    const found = text.match(/https:[^"\\]+/g) ?? [];
    expect(new Set(found.map(each => new URL(each).host)).size).toBeGreaterThan(3);
    for (const address of found.filter(each => each !== apart.mcp && !each.startsWith('https://www.')))
      expect((await at(address)).status, address).toBe(200);
  });
});

import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { createMemoryCatalog } from './catalog/catalog.fixture.ts';
import { addressesFrom } from './config.ts';

const HTML = 'text/html; charset=utf-8';

async function typeOf(address: string, accept: string, site?: string): Promise<string | null> {
  const app = createApp({
    addresses: addressesFrom({ SITE_URL: site }, 'https://registry.example'),
    assets: {
      fetch: async path => (path === '/' ? new Response('<h1>', { headers: { 'Content-Type': HTML } }) : undefined),
    },
    catalog: () => createMemoryCatalog([]),
  });
  const response = await app.fetch(new Request(address, { headers: { Accept: accept } }));
  expect(response.headers.get('Vary')).toBe('Accept');
  return response.headers.get('Content-Type');
}

test.each([
  ['*/*', HTML],
  ['text/html', HTML],
  ['application/json', 'application/json'],
  ['text/markdown, */*;q=0.1', 'text/markdown; charset=utf-8'],
])('returns, for Accept: %s at the root of a separate site, the type %s', async (accept, type) => {
  expect(await typeOf('https://site.example/', accept, 'https://site.example')).toBe(type);
});

test('returns the root document at the root of a registry with a separate site', async () => {
  expect(await typeOf('https://registry.example/', '*/*', 'https://site.example')).toBe('application/json');
});

test('returns the root document if the registry and the site share a host', async () => {
  expect(await typeOf('https://registry.example/', '*/*')).toBe('application/json');
});

import { describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { addresses, createMemoryCatalog, numberedListings } from '../catalog/catalog.fixture.ts';
import { addressesFrom } from '../config.ts';

const catalog = createMemoryCatalog(numberedListings(30));
const apps = [
  ['one host', addresses],
  ['two hosts', addressesFrom({ SITE_URL: 'https://www.example.org' }, 'https://registry.example')],
  ['http', addressesFrom({}, 'http://127.0.0.1:4321')],
] as const;

describe.each(apps)('with %s', (_name, bases) => {
  const app = createApp({ addresses: bases, catalog: () => catalog, assets: { fetch: async () => undefined } });

  test.each([
    '/listings',
    '/listings?',
    '/listings?limit=7&offset=7&category=weather',
    '/listings?q=tide%207',
    '/listings?status=lapsed',
    '/listings?q=caf%C3%A9&q=',
    '/listings?limit=0',
    '/listings?unknown=1',
    '/listings?q=%FF',
    '/listings/',
    '/listings.json',
    '/listings/api-7.example',
    '/listings/api-7.example?',
    '/listings/api-7.example?fields=name',
    '/listings/api-7.example.json',
    '/listings/api-7.example/history',
    '/listings/nobody.example',
    '/listings/submit',
    '/listings/by',
    '/listings/api%2d7.example',
    '/facets',
    '/',
    '/nothing',
    `/listings?q=${'a'.repeat(9_000)}`,
  ])('the direct response to %s equals the response of the application, or does not exist', async path => {
    const url = new URL(path, bases.registry);
    const whole = await app.fetch(new Request(url));
    const direct = await app.direct?.(url);
    if (!direct) {
      // Only these two routes have direct responses, and only successful ones.
      const isFrequent = url.search === '' && /^\/listings(\/api-7\.example)?$/.test(url.pathname);
      expect(isFrequent && whole.status === 200).toBe(false);
      return;
    }
    expect(whole.status).toBe(200);
    const pairs = direct.headers.flatMap((name, at) => (at % 2 ? [] : [[name, direct.headers[at + 1]]]));
    expect(pairs).toEqual([...whole.headers]);
    expect(direct.tag).toBe(whole.headers.get('ETag'));
    const bytes = typeof direct.body === 'string' ? new TextEncoder().encode(direct.body) : direct.body;
    expect(Buffer.compare(bytes, await whole.bytes())).toBe(0);
  });
});

test('responds directly to queries of another host name, and not to paths of the site', async () => {
  const bases = addressesFrom({ SITE_URL: 'https://www.example.org' }, 'https://registry.example');
  const app = createApp({ addresses: bases, catalog: () => catalog, assets: { fetch: async () => undefined } });
  expect(await app.direct?.(new URL('https://other.example/listings'))).toBeDefined();
  expect(await app.direct?.(new URL('https://www.example.org/agents'))).toBeUndefined();
});

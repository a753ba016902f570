import { expect, test } from 'vitest';
import { appOver, createMemoryCatalog, numberedListings } from '../catalog/catalog.fixture.ts';

const PAGES = ['/docs/', '/apis/api-1.example/', '/categories/weather/'];
const ask = appOver(createMemoryCatalog(numberedListings(3)), {
  fetch: async path => (PAGES.includes(path) ? new Response('<h1>') : undefined),
});

test.each([
  ['/docs', '/docs/'],
  ['/apis/api-1.example', '/apis/api-1.example/'],
  ['/apis/api%2D1.example?from=mail', '/apis/api%2D1.example/?from=mail'],
  ['/categories/weather', '/categories/weather/'],
  ['/apis/api-2.example', '/apis/api-2.example/'],
])('redirects %s to %s', async (path, target) => {
  const response = await ask(path);
  expect(response.status).toBe(308);
  const location = response.headers.get('Location') ?? '';
  expect(new URL(location, `https://registry.example${path}`).href).toBe(`https://registry.example${target}`);
  expect((await ask(target)).status).toBe(200);
});

test.each(['/nothing', '/apis/none.example', '//evil.example', '/docs.html', '/.well-known'])(
  'returns 404 for %s',
  async path => {
    expect((await ask(path)).status).toBe(404);
  },
);

test('never redirects to another host', async () => {
  for (const path of ['//docs', '/%2Fdocs', '/\\docs', '/docs//']) {
    const location = (await ask(path)).headers.get('Location');
    if (location !== null) expect(new URL(location, 'https://registry.example/').host).toBe('registry.example');
  }
});

test('returns 405 for other methods without a redirect', async () => {
  expect((await ask('/docs', { method: 'POST' })).status).toBe(405);
});

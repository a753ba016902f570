import { expect, test } from 'vitest';
import { appOver, createMemoryCatalog, numberedListings } from '../catalog/catalog.fixture.ts';

const PAGE_POLICY = "default-src 'none'; script-src 'self'";
const ask = appOver(createMemoryCatalog(numberedListings(3)), {
  fetch: async path =>
    path === '/apis/' || path === '/404.html'
      ? new Response('<h1>Page</h1>', {
          headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_POLICY },
        })
      : undefined,
});

test.each(['/', '/listings', '/listings?limit=0', '/nothing', '/feed.xml', '/badges/nobody.example.svg'])(
  'has a strict policy in a browser and disables type sniffing at %s',
  async path => {
    const { headers } = await ask(path);
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  },
);

test.each(['/apis/', '/nothing'])('keeps the policy of the build for a page at %s', async path => {
  const { headers } = await ask(path, { headers: { Accept: 'text/html' } });
  expect(headers.get('Content-Security-Policy')).toBe(PAGE_POLICY);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('returns an image with the text "not listed" as the badge of an unknown id', async () => {
  const response = await ask('/badges/nobody.example.svg');
  expect(response.status).toBe(404);
  expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(await response.text()).toContain('<title>Harbor APIs: not listed</title>');
});

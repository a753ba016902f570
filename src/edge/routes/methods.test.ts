import { expect, test } from 'vitest';
import { ask } from '../public-registry.fixture.ts';

/** Files of the build, for which the application has no route. */
const FILES = ['/schemas/v0.3/manifest.json', '/schemas/v0.2/manifest.json', '/docs/security/index.md'];

test.each(FILES)('lists the allowed methods for %s', async path => {
  const preflight = await ask(path, { method: 'OPTIONS', headers: { Origin: 'https://elsewhere.example' } });
  expect([preflight.status, preflight.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('GET');
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await ask(path, { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await response.json()).toMatchObject({ status: 405 });
  }
  expect((await ask(path, { method: 'HEAD' })).status).toBe(200);
});

test.each(['OPTIONS', 'POST', 'HEAD'])('returns 404 for %s of an unknown path', async method => {
  expect((await ask('/schemas/v0.1/manifest.json', { method })).status).toBe(404);
});

test('varies the 404 response by Accept', async () => {
  expect((await ask('/nothing')).headers.get('Vary')).toBe('Accept');
});

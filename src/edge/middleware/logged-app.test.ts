import { describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { createApp } from '../app.ts';
import { addresses, createMemoryCatalog, numberedListings } from '../catalog/catalog.fixture.ts';
import { loggedApp } from './logged-app.ts';
import { formatErrorLog } from './request-log.ts';

const NOW = Date.parse('2026-11-21T06:00:00Z');

function logged(app?: App) {
  const lines: string[] = [];
  const faults: unknown[][] = [];
  const served =
    app ??
    createApp({
      addresses,
      catalog: () => createMemoryCatalog(numberedListings(3)),
      assets: { fetch: async () => undefined },
      onError: (...fault) => faults.push(fault),
    });
  const times = [NOW, NOW + 25];
  const { fetch } = loggedApp(served, {
    addresses,
    write: line => lines.push(line),
    now: () => times.shift() ?? NOW + 25,
  });
  const ask = async (path: string, init?: RequestInit) =>
    fetch(new Request(`https://registry.example${path}`, init), { client: '203.0.113.9' });
  return { ask, lines, faults };
}

describe('a request', () => {
  test('logs one line without the client or the search terms', async () => {
    const { ask, lines } = logged();
    const response = await ask('/listings?q=something%20private', {
      headers: { 'User-Agent': 'curl', Referer: 'https://a.example' },
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: '2026-11-21T06:00:00.025Z',
      id: response.headers.get('X-Request-Id'),
      method: 'GET',
      route: '/listings',
      status: 200,
      ms: 25,
      bytes: null,
    });
    expect(lines[0]).not.toMatch(/203\.0|private|curl|a\.example/);
  });

  test('keeps a valid request id', async () => {
    const { ask } = logged();
    const idOf = async (given: string) =>
      (await ask('/health', { headers: { 'X-Request-Id': given } })).headers.get('X-Request-Id');
    expect(await idOf('0f8fad5b-d9cb-469f')).toBe('0f8fad5b-d9cb-469f');
    for (const given of ['short', 'with space in it', `${'a'.repeat(65)}`, '"},{"level":"x'])
      expect(await idOf(given)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test('logs a failure with its request id and error', async () => {
    const fault = new Error('out of memory');
    const faults: unknown[][] = [];
    const app = createApp({
      addresses,
      catalog: () => {
        throw fault;
      },
      assets: { fetch: async () => undefined },
      onError: (...told) => faults.push(told),
    });
    const { ask, lines } = logged(app);
    const response = await ask('/listings');
    const id = response.headers.get('X-Request-Id');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id, status: 500 });
    expect(faults).toEqual([[fault, id]]);
    expect(JSON.parse(formatErrorLog(fault, 'abc', NOW))).toMatchObject({
      level: 'error',
      id: 'abc',
      message: 'out of memory',
    });
  });

  test('with an unknown method or path logs "(other)"', async () => {
    const { ask, lines } = logged();
    await ask('/wp-admin/setup.php', { method: 'PURGE' });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: '(other)', route: '(other)', status: 404 });
  });
});

test.each(['/listings?limit=2', '/listings/api-2.example', '/listings?limit=0', '/listings/nobody.example'])(
  'returns the response of the application to %s, and 304',
  async path => {
    const { ask } = logged();
    const app = createApp({
      addresses,
      catalog: () => createMemoryCatalog(numberedListings(3)),
      assets: { fetch: async () => undefined },
    });
    const expected = await app.fetch(new Request(`https://registry.example${path}`));
    const tag = expected.headers.get('ETag') ?? '"none"';
    for (const headers of [{}, { 'If-None-Match': tag }]) {
      const request = new Request(`https://registry.example${path}`, { headers });
      const [response, whole] = [await ask(path, { headers }), await app.fetch(request)];
      const fields = [...response.headers].filter(([name]) => name !== 'x-request-id');
      expect([response.status, fields]).toEqual([whole.status, [...whole.headers]]);
      expect(await response.text()).toBe(await whole.text());
    }
  },
);

test('exposes the request id to pages of other origins', async () => {
  const { ask } = logged();
  expect((await ask('/health')).headers.get('Access-Control-Expose-Headers')).toContain('X-Request-Id');
});

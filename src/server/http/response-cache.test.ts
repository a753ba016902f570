import { get, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { digest } from '#build/catalog/digest.ts';
import { type App, createApp } from '#edge/app.ts';
import { createMemoryCatalog, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { addressesFrom } from '#edge/config.ts';
import { textResponse } from '#edge/http/response.ts';
import { createCacheKey, ResponseCache } from './response-cache.ts';
import { type RunningServer, serveApp } from './server.ts';

let server: RunningServer | undefined;
afterEach(() => server?.close());

const PATHS = ['/', '/listings', '/listings?free_only=true&limit=2', '/categories', '/llms.txt', '/openapi.json'];

test.each(PATHS)('returns the same cached and uncached responses for %s, including 304', async path => {
  const { app } = registry();
  const ask = await served(app, new ResponseCache(() => 0));
  const made = await ask(path);
  const kept = await ask(path);
  expect({ ...made, headers: comparable(made.headers) }).toEqual({ ...kept, headers: comparable(kept.headers) });
  const tag = kept.headers.get('ETag') ?? '';
  expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
  const uncached = await app.fetch(new Request(`http://127.0.0.1${path}`));
  expect([uncached.headers.get('ETag'), await uncached.text()]).toEqual([tag, kept.body]);
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await ask(path, { 'If-None-Match': known });
    expect([again.status, again.body, again.headers.get('ETag')]).toEqual([304, '', tag]);
  }
  expect((await ask(path, { 'If-None-Match': '"other"' })).body).toBe(made.body);
});

test('creates a response once, and again after a change or a second', async () => {
  let time = 0;
  const { app, made } = registry();
  const hot = new ResponseCache(() => time);
  const ask = await served(app, hot);
  for (let n = 0; n < 3; n++) await ask('/listings');
  expect(made()).toBe(1);
  hot.forget();
  await ask('/listings');
  expect(made()).toBe(2);
  time = 1001;
  await ask('/listings');
  expect(made()).toBe(3);
});

test.each(['/listings', '/llms-full.txt'])('creates %s once for GET and HEAD, with the same headers', async path => {
  const { app, made } = registry();
  const ask = await served(app, new ResponseCache(() => 0));
  const first = await ask(path, {}, 'HEAD');
  const madeForHead = made();
  const full = await ask(path);
  const again = await ask(path, {}, 'HEAD');
  expect(made()).toBe(madeForHead);
  expect([first.body, again.body, full.body.length > 0]).toEqual(['', '', true]);
  expect(comparable(again.headers)).toEqual(comparable(full.headers));
  expect(comparable(first.headers)).toEqual(comparable(full.headers));
  expect(full.headers.get('Content-Length')).toBe(String(Buffer.byteLength(full.body)));
  const known = await ask(path, { 'If-None-Match': full.headers.get('ETag') ?? '' }, 'HEAD');
  expect([known.status, known.headers.get('ETag')]).toEqual([304, full.headers.get('ETag')]);
});

test('does not cache a response that was started before a change', async () => {
  const hot = new ResponseCache(() => 0);
  const { app, made } = registry();
  const changed: App = {
    async fetch(request, context) {
      const response = await app.fetch(request, context);
      if (made() === 1) hot.forget();
      return response;
    },
  };
  const ask = await served(changed, hot);
  for (let n = 0; n < 3; n++) await ask('/listings');
  expect(made()).toBe(2);
});

test('does not cache responses that depend on the time, fail, or vary by more', async () => {
  const { app, made } = registry();
  const ask = await served(app, new ResponseCache(() => 0));
  for (const path of ['/health', '/listings?limit=0', '/nothing', '/listings/nobody.example']) {
    const before = made();
    await ask(path);
    await ask(path);
    expect(made() - before, path).toBe(2);
  }
});

test('limits the memory for the keys of many small responses, whose headers clients choose', () => {
  const hot = new ResponseCache(() => 0);
  const key = (n: number) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: `/${n}` });
    request.headers.accept = 'a'.repeat(9000);
    return createCacheKey(request) ?? expect.fail('cacheable');
  };
  const request = new IncomingMessage(new Socket());
  const small = textResponse('rain', 'text/plain', { ETag: '"a"', 'Cache-Control': 'public, max-age=60' });
  for (let n = 0; n < 5000; n++) hot.offer(key(n), small, hot.epoch);
  const kept = Array.from({ length: 5000 }, (_, n) => n).filter(n => hot.find(key(n), request) !== undefined);
  expect(kept.length).toBeGreaterThan(1000);
  expect(kept.length * 9000).toBeLessThanOrEqual(32 * 1024 * 1024);
});

test.each([
  ['Accept header', '/listings', 'a'.repeat(20_000)],
  ['URL', `/listings?q=${'a'.repeat(20_000)}`, '*/*'],
])('does not cache responses to requests with a very long %s, whose keys have equal hashes in V8', (_, url, accept) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url });
  request.headers.accept = accept;
  expect(createCacheKey(request)).toBeUndefined();
});

test('responds to a request whose Accept header is very long', async () => {
  const ask = await served(registry().app, new ResponseCache(() => 0));
  const Accept = `application/json, ${'a/b, '.repeat(10_000)}*/*`;
  for (let n = 0; n < 2; n++) expect((await ask('/listings', { Accept })).body).toBe((await ask('/listings')).body);
});

test('respects the Accept header with cached responses', async () => {
  const ask = await served(registry().app, new ResponseCache(() => 0));
  for (let n = 0; n < 2; n++) {
    expect((await ask('/', { Accept: 'application/json' })).headers.get('Content-Type')).toBe('application/json');
    expect((await ask('/', { Accept: 'text/markdown' })).headers.get('Content-Type')).toContain('text/markdown');
  }
});

test('keeps the responses of hosts apart, also if the target is a whole URL', async () => {
  const cacheable = { ETag: '"a"', 'Cache-Control': 'public, max-age=60' };
  const app: App = { fetch: async ({ url }) => textResponse(new URL(url).host, 'text/plain', cacheable) };
  server = await serveApp(app, '127.0.0.1', 0, { responseCache: new ResponseCache(() => 0) });
  const { port } = new URL(server.address);
  const ask = (target: string, host: string) =>
    new Promise<string>((resolve, reject) =>
      get({ port, host: '127.0.0.1', path: target, headers: { Host: host } }, response => resolve(text(response))).on(
        'error',
        reject,
      ),
    );
  expect(await ask('http://b.example/', 'a.example')).toBe('b.example');
  expect(await ask('/', 'a.example')).toBe('a.example');
  expect(await ask('/', 'b.example')).toBe('b.example');
});

test('limits the memory for many different responses', () => {
  const hot = new ResponseCache(() => 0);
  const request = (n: number) => Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: `/${n}` });
  const key = (n: number) => createCacheKey(request(n)) ?? '';
  const large = textResponse(new Uint8Array(1024 * 1024), 'text/plain', { ETag: '"a"' });
  for (let n = 0; n < 100; n++) hot.offer(key(n), large, hot.epoch);
  const kept = Array.from({ length: 100 }, (_, n) => hot.find(key(n), request(n)) !== undefined);
  expect(kept.filter(Boolean).length).toBeGreaterThan(25);
  expect(kept.filter(Boolean).length).toBeLessThanOrEqual(32);
  expect(kept.at(-1)).toBe(true);
});

test('caches direct responses from their second request on, and encoded ones at once', () => {
  const hot = new ResponseCache(() => 0);
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/listings?q=rain' });
  const key = createCacheKey(request) ?? '';
  const direct = { headers: ['content-type', 'text/plain'], body: 'rain', tag: tagOfText('rain') };
  const isCached = () => hot.find(key, request) !== undefined;
  hot.offerDirect(key, request, direct, hot.epoch);
  expect(isCached()).toBe(false);
  hot.offerDirect(key, request, direct, hot.epoch);
  expect(isCached()).toBe(true);
  const before = hot.epoch;
  hot.forget();
  expect(isCached()).toBe(false);
  hot.offerDirect(key, request, direct, before);
  expect(isCached()).toBe(false);
  const other = `${key}2`;
  hot.offerDirect(other, request, { ...direct, headers: ['content-encoding', 'br'] }, hot.epoch);
  expect(hot.find(other, request)).toMatchObject({ status: 200, body: Buffer.from('rain') });
});

test('remembers a limited number of direct responses that are not cached', () => {
  const hot = new ResponseCache(() => 0);
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET' });
  const offer = (key: string) => {
    hot.offerDirect(key, request, { headers: [], body: key, tag: tagOfText(key) }, hot.epoch);
    return hot.find(key, request) !== undefined;
  };
  const keys = Array.from({ length: 50_000 }, (_, n) => String(n));
  for (let round = 0; round < 2; round++) expect(keys.filter(offer).length).toBeLessThan(10);
  expect([offer('last'), offer('last')]).toEqual([false, true]);
});

const tagOfText = (text: string) => `"${digest(text).slice(0, 32)}"`;

function registry() {
  let count = 0;
  const addresses = addressesFrom({}, 'http://127.0.0.1');
  const catalog = createMemoryCatalog(numberedListings(5));
  const app = createApp({ addresses, catalog: () => catalog, assets: { fetch: async () => undefined }, digest });
  const counted: App = {
    fetch(request, context) {
      count += 1;
      return app.fetch(request, context);
    },
  };
  return { app: counted, made: () => count };
}

async function served(app: App, responseCache: ResponseCache) {
  const running = await serveApp(app, '127.0.0.1', 0, { responseCache });
  server = running;
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(running.address + path, {
      method,
      headers: { 'Accept-Encoding': 'identity', ...headers },
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
}

/** Returns all headers except those of the time, the request, and the connection, which fetch closes after HEAD. */
function comparable(headers: Headers): string[][] {
  return [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name));
}

import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digest } from '#build/catalog/digest.ts';
import { fileAssets } from '#build/catalog/file-assets.ts';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { acceptedCoding, isEncodable } from './content-encoding.ts';
import { ResponseCache } from './response-cache.ts';
import { type RunningServer, serveApp } from './server.ts';

const STYLE = 'body { margin: 0 }\n'.repeat(200);

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await makeTemporaryFolder('encodings-');
  await writeFile(path.join(folder, 'style.css'), STYLE);
  await writeFile(path.join(folder, 'short.css'), 'a{}');
  await writeFile(path.join(folder, 'font.woff2'), STYLE);
  await writeFile(path.join(folder, 'index.html'), `<style>${STYLE}</style>`);
  const catalog = createMemoryCatalog(numberedListings(3));
  const app = createApp({
    addresses,
    catalog: () => catalog,
    assets: await fileAssets(folder, isEncodable),
    digest,
  });
  server = await serveApp(app, '127.0.0.1', 0, { responseCache: new ResponseCache(() => 0) });
});

afterAll(async () => {
  await server.close();
  await removeFolder(folder);
});

/** Returns a raw response. Sends the request twice to compare the cached response with the first one. */
async function ask(place: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const first = await askOnce(place, headers, method);
  const again = await askOnce(place, headers, method);
  expect({ ...again, headers: stable(again.headers) }).toEqual({ ...first, headers: stable(first.headers) });
  return first;
}

function askOnce(place: string, headers: Readonly<Record<string, string>>, method: string) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) =>
      request(server.address + place, { headers, method }, answer => {
        const parts: Buffer[] = [];
        answer.on('data', part => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      })
        .on('error', reject)
        .end(),
  );
}

const stable = ({ date, 'x-request-id': _, ...headers }: Record<string, unknown>) => headers;

describe.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a file in %s', (coding, decompress) => {
  test('decodes to the same file, is smaller, and has its own ETag', async () => {
    const plain = await ask('/style.css');
    const { status, headers, body } = await ask('/style.css', { 'Accept-Encoding': coding });
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, coding, 'Accept-Encoding']);
    expect(headers['content-length']).toBe(String(body.length));
    expect(body.length).toBeLessThan(STYLE.length / 10);
    expect(decompress(body).toString()).toBe(STYLE);
    expect(headers.etag).toBe(String(plain.headers.etag).replace(/"$/, `-${coding}"`));
  });

  test('returns 304 for a matching If-None-Match', async () => {
    const { headers } = await ask('/style.css', { 'Accept-Encoding': coding });
    const known = await ask('/style.css', { 'Accept-Encoding': coding, 'If-None-Match': String(headers.etag) });
    expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(known.headers.vary).toBe('Accept-Encoding');
    const other = await ask('/style.css', { 'If-None-Match': String(headers.etag) });
    expect([other.status, other.body.toString()]).toEqual([200, STYLE]);
  });

  test('has the same headers for HEAD', async () => {
    const { headers } = await ask('/style.css', { 'Accept-Encoding': coding });
    const head = await ask('/style.css', { 'Accept-Encoding': coding }, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(stable(head.headers)).toEqual(stable(headers));
  });
});

test('sends a file without encoding to clients that accept none', async () => {
  const { headers, body } = await ask('/style.css');
  expect([headers['content-encoding'], headers.vary, body.toString()]).toEqual([undefined, 'Accept-Encoding', STYLE]);
});

test('varies a page by each header that it depends on', async () => {
  const { headers } = await ask('/', { Accept: 'text/html', 'Accept-Encoding': 'gzip, br' });
  expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'Accept-Encoding, Accept']);
});

describe.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('JSON in %s', (coding, decompress) => {
  test.each(['/listings', '/listings?q=tide', '/listings/api-1.example', '/categories', '/agents', '/openapi.json'])(
    '%s decodes to the same document, is smaller, and has its own ETag',
    async place => {
      const plain = await ask(place);
      expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
      const { status, headers, body } = await ask(place, { 'Accept-Encoding': coding });
      expect([status, headers['content-encoding'], headers.vary]).toEqual([200, coding, 'Accept-Encoding']);
      expect(headers['content-length']).toBe(String(body.length));
      expect(body.length).toBeLessThan(plain.body.length * 0.7);
      expect(decompress(body).equals(plain.body)).toBe(true);
      expect(headers.etag).toBe(String(plain.headers.etag).replace(/"$/, `-${coding}"`));

      const known = await ask(place, { 'Accept-Encoding': coding, 'If-None-Match': String(headers.etag) });
      expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, headers.etag]);
      const plainKnown = await ask(place, { 'If-None-Match': String(plain.headers.etag) });
      expect([plainKnown.status, plainKnown.headers.etag]).toEqual([304, plain.headers.etag]);
      // With another Accept header, the response does not come from the cache.
      const uncached = await ask(place, { Accept: 'application/json', 'If-None-Match': String(plain.headers.etag) });
      expect(uncached.status).toBe(304);
      for (const { headers: each } of [known, plainKnown, uncached]) {
        expect(each.vary).toBe('Accept-Encoding');
        expect([each['content-type'], each['content-encoding']]).toEqual([undefined, undefined]);
      }
      const head = await ask(place, { 'Accept-Encoding': coding }, 'HEAD');
      expect([head.status, head.body.length, stable(head.headers)]).toEqual([200, 0, stable(headers)]);
    },
  );
});

test.each(['/font.woff2', '/short.css', '/nothing'])('sends %s without encoding', async place => {
  const { headers } = await ask(place, { 'Accept-Encoding': 'br' });
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.vary ?? '').not.toContain('Accept-Encoding');
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['gzip, identity', 'gzip'],
  ['identity;q=1, br;q=0.5', undefined],
  ['gzip;q=0.4, identity;q=0.3', 'gzip'],
  ['*;q=0, identity', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000', undefined],
  ['brotli', undefined],
])('selects the encoding for Accept-Encoding: %s', (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding);
});

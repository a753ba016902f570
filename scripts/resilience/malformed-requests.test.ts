import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileAssets } from '#build/catalog/file-assets.ts';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog, idsOf, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { loadConfig } from '#edge/config.ts';
import { exportedFiles } from '#edge/routes/export.ts';
import { ResponseCache } from '#server/http/response-cache.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import { instruments } from '#server/metrics/telemetry.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { bodyOf, sendRaw, statusesOf } from './raw-request.fixture.ts';
import { requestHeads } from './request-heads.fixture.ts';

/** A different seed finds new cases: MALFORMED_SEED=1 npm test -- malformed-requests */
const SEED = Number(process.env.MALFORMED_SEED ?? 20_261_121);
const HEADS = 5_000;
const AT_ONCE = 32;
/** The timeout for a response in milliseconds. A truncated head gets no response. */
const [LEAVE_WHOLE, LEAVE_CUT] = [3_000, 10];

let server: RunningServer;
let folder: string;
const lines: string[] = [];
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);

beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', onUncaught);
  const catalog = createMemoryCatalog(numberedListings(3));
  folder = await makeTemporaryFolder('malformed-requests-');
  await mkdir(path.join(folder, 'export'));
  await writeFile(path.join(folder, 'index.html'), '<title>Home</title>');
  await writeFile(path.join(folder, 'export/unlisted.json'), '{}');
  for await (const { path: file, bytes } of exportedFiles(catalog, await idsOf(catalog)))
    await writeFile(path.join(folder, file), bytes);
  const { observer, onFault } = instruments(loadConfig({ REQUEST_LOG: 'on' }), line => lines.push(line));
  const app = createApp({
    addresses,
    assets: await fileAssets(folder),
    catalog: () => catalog,
    onError: onFault,
  });
  server = await serveApp(app, '127.0.0.1', 0, { observer, onError: onFault, responseCache: new ResponseCache() });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', onUncaught);
  await server.close();
  await removeFolder(folder);
});

test(`${HEADS} request heads, twice each, leave the server running (MALFORMED_SEED=${SEED})`, async () => {
  const heads = requestHeads(HEADS, SEED);
  const wrong: string[] = [];
  let sent = 0;
  let answered = 0;
  async function sendAll(): Promise<void> {
    for (let head = heads[sent++]; head !== undefined; head = heads[sent++]) {
      const leaveAfter = /\r?\n\r?\n/.test(Buffer.from(head).toString('latin1')) ? LEAVE_WHOLE : LEAVE_CUT;
      const [first] = statusesOf(await sendRaw(server.address, head, { leaveAfter }));
      const [second] = statusesOf(await sendRaw(server.address, head, { leaveAfter }));
      answered += first === undefined ? 0 : 1;
      const isFault = [first, second].some(status => status !== undefined && status >= 500 && status !== 501);
      if (isFault || (first !== second && first !== undefined && second !== undefined)) {
        wrong.push(`${JSON.stringify(Buffer.from(head).toString('latin1').slice(0, 300))}: ${first}, then ${second}`);
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(HEADS / 2);
  expect(uncaught).toEqual([]);
  expect(lines.filter(line => line.includes('"level":"error"'))).toEqual([]);
  expect(statusesOf(await sendRaw(server.address, GET_HEALTH))).toEqual([200]);
});

const GET_HEALTH = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

describe('the server', () => {
  const request = (target: string, ...headers: readonly string[]) =>
    sendRaw(server.address, [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));

  test('survives a cached response to an absolute-form target', async () => {
    for (let each = 0; each < 3; each += 1) {
      const response = await request('http://evil.example/listings?limit=1', 'Host: 127.0.0.1:4521');
      expect(statusesOf(response)).toEqual([200]);
    }
    await expect.poll(() => lines.length).toBe(3);
    expect(lines.map(line => JSON.parse(line).route)).toEqual(['/listings', '/listings', '/listings']);
    expect(uncaught).toEqual([]);
  });

  test.each([
    ['an empty Host', '/', ['Host:']],
    ['a repeated Host', '/', ['Host: a.example', 'Host: b.example']],
    ['the same Host twice', '/', ['Host: a.example', 'Host: a.example']],
    ['a Host with a path', '/', ['Host: a.example/listings']],
    ['a Host with a user', '/', ['Host: user@a.example']],
    ['a port that is too large', '/', ['Host: a.example:99999']],
    ['no Host', '/', []],
    ['a target that is not a URL', 'http://', ['Host: a.example']],
    ['a target with a user', 'http://user@a.example/', ['Host: a.example']],
    ['another scheme', 'ftp://a.example/', ['Host: a.example']],
    ['a backslash in the path', '/a\\b', ['Host: a.example']],
  ])('rejects %s with 400, also when repeated', async (_, target, headers) => {
    for (let each = 0; each < 2; each += 1) expect(statusesOf(await request(target, ...headers))).toEqual([400]);
  });

  test('caches by the URL of the target, not by Host', async () => {
    await request('http://other.example/listings?limit=1', 'Host: registry.example');
    const response = await request('/listings?limit=1', 'Host: registry.example');
    expect(response).not.toContain('other.example');
  });

  test('responds to OPTIONS *', async () => {
    const response = await sendRaw(
      server.address,
      'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(statusesOf(response)).toEqual([204]);
  });

  test.each([
    ['/export/%25', 404],
    ['/export/..%2f', 404],
    ['/export/..%2findex.html', 404],
    ['/export/unlisted.json', 404],
    ['/export/%00', 400],
    ['/export/index.json', 200],
    ['/export/signature.json', 200],
    ['/export/listings-1.ndjson', 200],
    ['/export/listings-2.ndjson', 404],
    ['/badges/%25.svg', 404],
    ['/%25', 404],
  ])('serves only files that the export index lists: %s is %i', async (target, status) => {
    expect(statusesOf(await request(target, 'Host: registry.example'))).toEqual([status]);
  });
});

describe('a request in raw UTF-8', () => {
  const RAW = 'GET /listings?q=caf\xc3\xa9&limit=1 HTTP/1.1\r\nHost: registry.example\r\n\r\n';
  const GOOD = 'GET /health HTTP/1.1\r\nHost: registry.example\r\n\r\n';

  test('returns a response if it is the first on its connection', async () => {
    const response = await sendRaw(server.address, RAW);
    expect(statusesOf(response)).toEqual([200]);
    expect(response).toMatch(/^x-request-id: /im);
    await expect.poll(() => lines.map(line => JSON.parse(line).route)).toEqual(['/listings']);
  });

  test('closes the connection if it follows another request, which gets only its own response', async () => {
    const response = await sendRaw(server.address, GOOD + RAW);
    expect(statusesOf(response)).toEqual([200]);
    expect(bodyOf(response)).toMatchObject({ status: 'healthy' });
    expect(statusesOf(await sendRaw(server.address, GOOD + GOOD + RAW))).toEqual([200, 200]);
  });

  test.each([
    ['a repeated Host', 'GET /\xc3\xa9 HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n'],
    ['an empty Host', 'GET /\xc3\xa9 HTTP/1.1\r\nHost:\r\n\r\n'],
    ['a body', 'GET /\xc3\xa9 HTTP/1.1\r\nHost: a.example\r\nContent-Length: 3\r\n\r\nabc'],
    ['another request behind it', RAW + GOOD],
    ['an invalid header', 'GET /\xc3\xa9 HTTP/1.1\r\nHost: a.example\r\nno colon here\r\n\r\n'],
  ])('gets a 400 response if it has %s', async (_, bytes) => {
    expect(statusesOf(await sendRaw(server.address, bytes))).toEqual([400]);
  });
});

describe('errors', () => {
  const request = async (query: string) => {
    const response = await fetch(`${server.address}/listings?${query}`);
    return { response, text: await response.text() };
  };

  test('include the first 20 and the number of others', async () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `p${at}`);
    const { response, text } = await request(names.join('&').slice(0, 8_000));
    expect(response.status).toBe(400);
    const { errors, detail } = JSON.parse(text);
    expect(errors).toHaveLength(20);
    expect(detail).toMatch(/ \d{3,4} more errors are not shown\.$/);
    expect(text.length).toBeLessThan(32 * 1024);
  });

  test('include all up to 20', async () => {
    const { text } = await request(Array.from({ length: 20 }, (_, at) => `p${at}`).join('&'));
    expect(JSON.parse(text).errors).toHaveLength(20);
    expect(text).not.toContain('not shown');
    const more = await request(Array.from({ length: 21 }, (_, at) => `p${at}`).join('&'));
    expect(JSON.parse(more.text).detail).toMatch(/ 1 more error is not shown\.$/);
  });

  test('include the first 20 for resources without parameters', async () => {
    const query = Array.from({ length: 60 }, (_, at) => `p${at}`).join('&');
    const { errors, detail } = await (await fetch(`${server.address}/categories?${query}`)).json();
    expect(errors).toHaveLength(20);
    expect(detail).toMatch(/40 more errors are not shown/);
  });
});

describe('an error in one request', () => {
  test('does not stop the server if an observer throws', async () => {
    const faults: unknown[] = [];
    const fault = new Error('broken observer');
    const throwing = () => {
      throw fault;
    };
    const app = { fetch: () => Response.json({}) };
    for (const observer of [
      { routeOf: throwing, onComplete: () => undefined },
      { routeOf: () => '/', onComplete: throwing },
    ]) {
      const other = await serveApp(app, '127.0.0.1', 0, { observer, onError: error => faults.push(error) });
      expect((await fetch(other.address)).status).toBe(200);
      expect((await fetch(other.address)).status).toBe(200);
      await other.close();
    }
    await expect.poll(() => faults.length).toBe(4);
    expect(new Set(faults)).toEqual(new Set([fault]));
    expect(uncaught).toEqual([]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['returns nothing', () => undefined as unknown as Response],
  ])('returns 500 for an application that %s', async (_, respond) => {
    const faults: unknown[] = [];
    const other = await serveApp({ fetch: respond }, '127.0.0.1', 0, { onError: error => faults.push(error) });
    const response = await fetch(other.address);
    expect(response.status).toBe(500);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(faults).toHaveLength(1);
    expect((await fetch(other.address)).status).toBe(500);
    await other.close();
  });
});

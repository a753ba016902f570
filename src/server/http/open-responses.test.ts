import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { App } from '#edge/app.ts';
import { createBodyBuffers } from '#edge/http/body-buffers.ts';
import { textResponse } from '#edge/http/response.ts';
import type { TargetUrl } from '#edge/surfaces.ts';
import { ResponseCache } from './response-cache.ts';
import { type RunningServer, serveApp } from './server.ts';

let server: RunningServer | undefined;
afterEach(() => server?.close(0));

/** More than the socket buffers of a system hold. */
const LARGE = new Uint8Array(16 * 1024 * 1024);

test('processes a few pipelined requests of a client that reads nothing, and none after it has left', async () => {
  let created = 0;
  const port = await serve(async () => {
    created += 1;
    return textResponse(LARGE, 'application/octet-stream');
  });
  const socket = connect(port, '127.0.0.1').pause();
  await once(socket, 'connect');
  for (let n = 0; n < 50; n++) socket.write(`GET /${n} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  await vi.waitFor(() => expect(created).toBeGreaterThanOrEqual(4), 20_000);
  await pause(200);
  expect(created).toBeLessThan(10);
  socket.destroy();
  await pause(200);
  expect(created).toBeLessThan(10);
});

test('responds to all pipelined requests in order', async () => {
  const port = await serve(async ({ url }) => textResponse(`<${new URL(url).pathname}>`, 'text/plain'));
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', chunk => (text += chunk));
  for (let n = 0; n < 100; n++) socket.write(`GET /${n} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  await vi.waitFor(() => expect(text).toContain('</99>'), 20_000);
  const paths = Array.from(text.matchAll(/<\/(\d+)>/g), ([, path]) => Number(path));
  expect(paths).toEqual(Array.from({ length: 100 }, (_, n) => n));
  socket.destroy();
});

test('responds in order to pipelined requests of all kinds, and closes the connection after a malformed one', async () => {
  const buffers = createBodyBuffers();
  const toBody = (path: string) => {
    const body = buffers.take(100);
    return body.subarray(0, new TextEncoder().encodeInto(`<${path}>`, body).written);
  };
  const direct = ({ pathname, search }: TargetUrl) => {
    if (!pathname.startsWith('/direct')) return undefined;
    const [body, tag] = [toBody(pathname), `"${createHash('md5').update(pathname).digest('hex')}"`];
    const response = { headers: ['x-path', pathname, 'etag', tag], body, tag, release: () => buffers.release(body) };
    return search === '' ? response : Promise.resolve(response);
  };
  const headers = { ETag: '"a"', 'Cache-Control': 'public, max-age=60' };
  const respond: App['fetch'] = async ({ url }) => {
    const { pathname } = new URL(url);
    return textResponse(`<${pathname}>`, 'text/plain', { ...headers, 'X-Path': pathname });
  };
  server = await serveApp({ fetch: respond, direct }, '127.0.0.1', 0, { responseCache: new ResponseCache() });
  const requests = Array.from({ length: 120 }, (_, n) => {
    const path = [`/direct/${n}`, '/direct/same', '/whole/same', `/whole/${n}`, `/direct/later${n}?a`][n % 5] ?? '';
    return { path, method: n % 7 === 0 ? 'HEAD' : 'GET', known: n % 11 === 0 };
  });
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', chunk => (text += chunk));
  const heads = requests.map(
    ({ path, method, known }) =>
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${known ? 'If-None-Match: *\r\n' : ''}\r\n`,
  );
  socket.write(`${heads.join('')}no request\r\n\r\n`);
  await once(socket, 'close');
  const responses = text.split(/(?=HTTP\/1\.1 )/).map(response => ({
    status: response.slice(9, 12),
    path: /^x-path: (.*)\r$/im.exec(response)?.[1],
    body: response.slice(response.indexOf('\r\n\r\n') + 4),
  }));
  expect(responses.filter(({ status }) => status === '304').length).toBeGreaterThan(0);
  const expected = requests.map(({ path, method }, n) => {
    const pathname = path.replace('?a', '');
    const status = responses[n]?.status === '304' && requests[n]?.known ? '304' : '200';
    return { status, path: pathname, body: method === 'HEAD' || status === '304' ? '' : `<${pathname}>` };
  });
  expect(responses).toEqual(expected);
});

test('creates a response to concurrent requests once, and each response that is not cacheable', async () => {
  const created: string[] = [];
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const port = await serve(async ({ url }) => {
    const { pathname } = new URL(url);
    created.push(pathname);
    await released;
    const isCacheable = pathname === '/cacheable';
    const cacheControl = isCacheable ? 'public, max-age=60' : 'no-store';
    return textResponse('rain', 'text/plain', { ETag: '"a"', 'Cache-Control': cacheControl });
  });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const asked = ['/cacheable', '/other'].flatMap(path => Array.from({ length: 5 }, () => ask(path)));
  await vi.waitFor(() => expect(created).toHaveLength(2), 20_000);
  await pause(100);
  release();
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 10 }, () => 'rain'));
  expect(created.filter(path => path === '/cacheable')).toHaveLength(1);
  expect(created.filter(path => path === '/other')).toHaveLength(5);
});

async function serve(respond: App['fetch']): Promise<number> {
  server = await serveApp({ fetch: respond }, '127.0.0.1', 0, { responseCache: new ResponseCache() });
  return Number(new URL(server.address).port);
}

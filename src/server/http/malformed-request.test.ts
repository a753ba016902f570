import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { type RunningServer, serveApp } from './server.ts';

let server: RunningServer;
beforeAll(async () => {
  const assets = { fetch: async () => undefined };
  const app = createApp({ addresses, assets, catalog: () => createMemoryCatalog([]) });
  server = await serveApp(app, '127.0.0.1', 0);
});
afterAll(() => server.close());

test.each([9_000, 70_000, 1_000_000])('rejects a query string of %i characters as too long', async length => {
  const answer = await sent(
    `GET /listings?q=${'a'.repeat(length)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 414 /);
  expect(answer).toMatch(/^content-type: application\/problem\+json\r$/im);
  expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toMatchObject({ status: 414 });
});

test.each([
  ['too many headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${'X: y\r\n'.repeat(20_000)}\r\n`, 431],
  ['not HTTP', 'hello\r\n\r\n', 400],
  ['an invalid Content-Length', 'POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n', 400],
])('rejects %s with %s', async (_, request, status) => {
  expect(await sent(request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

describe('a URL in raw UTF-8', () => {
  const HEAD = 'HTTP/1.1\r\nHost: registry.example\r\n';

  test('gets the same response as its percent-encoded form', async () => {
    const answer = await sent(`GET /listings?q=café&limit=1 ${HEAD}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ meta: { query: { q: 'café', limit: 1 } } });
    const tag = /^etag: (.*)\r$/im.exec(answer)?.[1];
    expect(await sent(`GET /listings?q=café&limit=1 ${HEAD}If-None-Match: ${tag}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 304 /);
  });

  test('causes an error if it is not valid UTF-8', async () => {
    const answer = await sent(Buffer.from(`GET /listings?q=caf\xe9 ${HEAD}\r\n`, 'latin1'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ errors: [{ parameter: 'q' }] });
  });

  test.each(['POST', 'DELETE'])('causes an error for %s', async method => {
    expect(await sent(`${method} /listings/é ${HEAD}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('causes an error with an invalid host', async () => {
    expect(await sent('GET /é HTTP/1.1\r\nHost: a b\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test.each([
  [400, 'GET /health HTTP/1.1\r\n\r\n'],
  [400, 'GET /health HTTP/1.1\r\nHost:\r\n\r\n'],
  [501, 'TRACE /validator/ HTTP/1.1\r\nHost: registry.example\r\n\r\n'],
  [417, 'GET /health HTTP/1.1\r\nHost: registry.example\r\nExpect: 200-ok\r\n\r\n'],
])('returns problem details with %i for %j', async (status, request) => {
  const answer = await sent(request);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*application/problem\\+json`));
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ status });
});

test('accepts HTTP 1.0 without a host', async () => {
  const answer = await sent('GET /health HTTP/1.0\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"status":"healthy"');
});

async function sent(request: string | Uint8Array): Promise<string> {
  const { port } = new URL(server.address);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', data => (answer += data));
  // The server may end the connection before it has read the whole request.
  socket.on('error', () => undefined);
  const closed = new Promise(resolve => socket.once('close', resolve));
  socket.write(request);
  await closed;
  return answer;
}

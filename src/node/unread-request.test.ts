import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#edge/app.ts';
import { addresses, memoryCatalogue } from '#edge/catalogue.fixture.ts';
import { type RunningServer, serveApp } from './server.ts';

let server: RunningServer;
beforeAll(async () => {
  const assets = { fetch: async () => undefined };
  const app = createApp({ addresses, assets, catalogue: () => memoryCatalogue([]) });
  server = await serveApp(app, '127.0.0.1', 0);
});
afterAll(() => server.close());

test.each([9_000, 70_000, 1_000_000])('a query of %i characters is too long', async length => {
  const answer = await sent(
    `GET /listings?q=${'a'.repeat(length)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 414 /);
  expect(answer).toMatch(/^content-type: application\/problem\+json\r$/im);
  expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toMatchObject({ status: 414 });
});

test.each([
  ['too many headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${'X: y\r\n'.repeat(20_000)}\r\n`, 431],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a length that is none', 'POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n', 400],
])('%s: %s', async (_, request, status) => {
  expect(await sent(request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('HTTP 1.0 needs no host', async () => {
  const answer = await sent('GET /health HTTP/1.0\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"status":"healthy"');
});

async function sent(request: string): Promise<string> {
  const { port } = new URL(server.address);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  return text(socket);
}

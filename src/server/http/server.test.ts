import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { App } from '#edge/app.ts';
import { type RunningServer, serveApp } from './server.ts';

let server: RunningServer | undefined;
afterEach(() => server?.close());

const app: App = { fetch: (_, context) => Response.json({ client: context?.client ?? null }) };

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['anything, 2001:db8::1', '2001:db8::1'],
  ['', '127.0.0.1'],
])('takes, from a proxy that sends "%s", the client IP %s', async (header, client) => {
  server = await serveApp(app, '127.0.0.1', 0, { clientHeader: 'X-Forwarded-For' });
  const response = await fetch(server.address, { headers: { 'X-Forwarded-For': header } });
  expect(await response.json()).toEqual({ client });
});

test('takes the client IP from the connection without a proxy', async () => {
  server = await serveApp(app, '127.0.0.1', 0);
  const response = await fetch(server.address, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  expect(await response.json()).toEqual({ client: '127.0.0.1' });
});

test.each(['chunked', 'with Content-Length'])(
  'keeps the connection after a body that the application does not read to its end: %s',
  async form => {
    server = await serveApp({ fetch: rejectLargeBody }, '127.0.0.1', 0);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const url = `${server.address}/`;
    const body = Buffer.alloc(3_000_000);
    const length = form === 'chunked' ? {} : { 'Content-Length': body.length };
    expect(await send(request(url, { agent, method: 'POST', headers: length }), body)).toEqual([413, false]);
    // The adapter closes a connection that it cannot drain after half a second.
    expect(await send(request(url, { agent }))).toEqual([200, true]);
    await setTimeout(600);
    expect(await send(request(url, { agent }))).toEqual([200, true]);
    agent.destroy();
  },
);

/** Stops reading a body at 64 KiB, as the handlers of the application do. */
async function rejectLargeBody({ body }: Request): Promise<Response> {
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > 65_536) return new Response('Too large', { status: 413 });
  }
  return new Response('OK');
}

/** Sends a request. Returns its status, and whether the connection had an earlier request. */
function send(outgoing: ClientRequest, body?: Buffer): Promise<[number | undefined, boolean]> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', response => {
      response.resume();
      response.on('end', () => resolve([response.statusCode, outgoing.reusedSocket]));
    });
    if (body) outgoing.write(body);
    outgoing.end();
  });
}

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

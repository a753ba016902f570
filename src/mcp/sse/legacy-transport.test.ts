import { afterEach, expect, test } from 'vitest';
import { createSampleContext, createSampleLive } from '../context.fixture.ts';
import type { McpContext } from '../context.ts';
import { createMcpHandler } from '../mcp-handler.ts';
import { type RunningMcpServer, serveMcpHandler } from '../mcp-server.fixture.ts';
import { createMemorySessions, type MemorySessions, type MemorySessionsOptions } from './memory-sessions.ts';
import { openRawStream, openStuckStream, postMessage, until } from './raw-stream.fixture.ts';

let served: RunningMcpServer | undefined;

async function serve(
  options?: MemorySessionsOptions,
  changes: Partial<McpContext> = {},
): Promise<[URL, MemorySessions]> {
  const sessions = createMemorySessions(options);
  served = await serveMcpHandler(createMcpHandler(createSampleContext({ sessions, ...changes })));
  return [served.url, sessions];
}

afterEach(async () => {
  await served?.close();
});

const PING = { id: 7, method: 'ping' };

test('sends the session URL in the first event and responds to messages on the stream', async () => {
  const [url] = await serve();
  const stream = await openRawStream(url);
  expect(stream.response.headers.get('Content-Type')).toBe('text/event-stream');
  expect(stream.endpoint.href).toMatch(/\/mcp\?sessionId=[0-9a-f-]{36}$/);
  const posted = await postMessage(stream.endpoint, PING);
  expect(posted.status).toBe(202);
  expect(await stream.next()).toEqual({ event: 'message', data: '{"result":{},"jsonrpc":"2.0","id":7}' });
  stream.drop();
});

test('accepts notifications and rejects invalid messages', async () => {
  const [url] = await serve();
  const { endpoint, drop } = await openRawStream(url);
  expect((await postMessage(endpoint, { method: 'notifications/initialized' })).status).toBe(202);
  expect((await postMessage(endpoint, { hello: 'world' })).status).toBe(400);
  expect(
    (await fetch(endpoint, { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } })).status,
  ).toBe(400);
  drop();
});

test('leaves nothing behind after 200 opened and dropped streams', async () => {
  const [url, sessions] = await serve();
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
  const before = timers();
  const streams = await Promise.all(Array.from({ length: 200 }, () => openRawStream(url)));
  expect(sessions.size).toBe(200);
  expect(new Set(streams.map(({ endpoint }) => endpoint.href)).size).toBe(200);
  for (const { drop } of streams) drop();
  await until(() => sessions.size === 0 && timers() <= before);
  expect((await postMessage(streams[0]?.endpoint ?? url, PING)).status).toBe(404);
});

test('limits the sessions in total and per client', async () => {
  const [url] = await serve({ maxStreams: 2 });
  const streams = await Promise.all([openRawStream(url), openRawStream(url)]);
  const refused = await fetch(url, { headers: { Accept: 'text/event-stream' } });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  for (const { drop } of streams) drop();

  const sessions = createMemorySessions({ maxStreamsPerClient: 1 });
  const endpointOf = (id: string) => id;
  const first = await sessions.open(endpointOf, { client: '192.0.2.1' });
  expect(await sessions.open(endpointOf, { client: '192.0.2.1' })).toBeUndefined();
  const other = await sessions.open(endpointOf, { client: '192.0.2.2' });
  await Promise.all([first?.cancel(), other?.cancel()]);
  expect(sessions.size).toBe(0);
});

test('keeps an idle stream alive for a while and then ends it', async () => {
  const [url, sessions] = await serve({ keepAlive: 10, idleTimeout: 3000 });
  const response = await fetch(url, { headers: { Accept: 'text/event-stream' } });
  expect(await response.text()).toContain(': keep-alive');
  expect(sessions.size).toBe(0);
});

test('ends the session of a client that stops reading before it uses much memory', async () => {
  const large = 'x'.repeat(200_000);
  const [url, sessions] = await serve({}, { guidance: () => large });
  const { endpoint, drop } = await openStuckStream(url);
  const read = { id: 1, method: 'resources/read', params: { uri: 'registry://guidance' } };
  let posts = 0;
  await until(async () => (await postMessage(endpoint, { ...read, id: ++posts })).status === 404);
  expect(sessions.size).toBe(0);
  expect(posts * large.length).toBeLessThan(20 * 1024 * 1024);
  drop();
});

test('drops a response after the client disconnects', async () => {
  const started = Promise.withResolvers<void>();
  const pending = Promise.withResolvers<never>();
  const live = createSampleLive({
    fetch: async () => {
      started.resolve();
      return pending.promise;
    },
  });
  const [url, sessions] = await serve({}, { live, tellable: () => 'gone' });
  const stream = await openRawStream(url);
  const call = {
    id: 1,
    method: 'tools/call',
    params: { name: 'fetch_manifest_by_domain', arguments: { domain: 'a.example' } },
  };
  const posted = postMessage(stream.endpoint, call);
  await started.promise;
  stream.drop();
  await until(() => sessions.size === 0);
  pending.reject(new Error('late'));
  expect((await posted).status).toBe(404);
});

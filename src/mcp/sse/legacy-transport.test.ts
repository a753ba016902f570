import { afterEach, expect, test } from 'vitest';
import { sampleLive, sampleServices } from '../context.fixture.ts';
import type { McpContext } from '../context.ts';
import { createMcpHandler } from '../mcp-handler.ts';
import { type RunningMcpServer, serveMcpHandler } from '../mcp-server.fixture.ts';
import { type MemorySessions, type MemorySessionsOptions, memorySessions } from './memory-sessions.ts';
import { openRawStream, openStuckStream, postMessage, until } from './raw-stream.fixture.ts';

let served: RunningMcpServer | undefined;

async function serve(
  options?: MemorySessionsOptions,
  changes: Partial<McpContext> = {},
): Promise<[URL, MemorySessions]> {
  const sessions = memorySessions(options);
  served = await serveMcpHandler(createMcpHandler(sampleServices({ sessions, ...changes })));
  return [served.url, sessions];
}

afterEach(async () => {
  await served?.close();
});

const PING = { id: 7, method: 'ping' };

test('the first event says where to post, and what is asked there is answered on the stream', async () => {
  const [url] = await serve();
  const stream = await openRawStream(url);
  expect(stream.response.headers.get('Content-Type')).toBe('text/event-stream');
  expect(stream.endpoint.href).toMatch(/\/mcp\?sessionId=[0-9a-f-]{36}$/);
  const posted = await postMessage(stream.endpoint, PING);
  expect(posted.status).toBe(202);
  expect(await stream.next()).toEqual({ event: 'message', data: '{"result":{},"jsonrpc":"2.0","id":7}' });
  stream.drop();
});

test('notifications are taken, and what is no message is refused', async () => {
  const [url] = await serve();
  const { endpoint, drop } = await openRawStream(url);
  expect((await postMessage(endpoint, { method: 'notifications/initialized' })).status).toBe(202);
  expect((await postMessage(endpoint, { hello: 'world' })).status).toBe(400);
  expect(
    (await fetch(endpoint, { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } })).status,
  ).toBe(400);
  drop();
});

test('200 streams opened and dropped leave nothing behind', async () => {
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

test('there is an end to the sessions of all, and to those of one client', async () => {
  const [url] = await serve({ most: 2 });
  const streams = await Promise.all([openRawStream(url), openRawStream(url)]);
  const refused = await fetch(url, { headers: { Accept: 'text/event-stream' } });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  for (const { drop } of streams) drop();

  const sessions = memorySessions({ mostOfOne: 1 });
  const endpointOf = (id: string) => id;
  const first = await sessions.open(endpointOf, { client: '192.0.2.1' });
  expect(await sessions.open(endpointOf, { client: '192.0.2.1' })).toBeUndefined();
  const other = await sessions.open(endpointOf, { client: '192.0.2.2' });
  await Promise.all([first?.cancel(), other?.cancel()]);
  expect(sessions.size).toBe(0);
});

test('a stream that nobody uses is kept alive for a while, and then ends', async () => {
  const [url, sessions] = await serve({ keepAlive: 10, patience: 100 });
  const response = await fetch(url, { headers: { Accept: 'text/event-stream' } });
  expect(await response.text()).toContain(': still here');
  expect(sessions.size).toBe(0);
});

test('a client that stops reading loses its session before it costs much memory', async () => {
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

test('an answer that comes when the client has gone is dropped', async () => {
  const started = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<never>();
  const live = sampleLive({
    fetch: async () => {
      started.resolve();
      return answer.promise;
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
  answer.reject(new Error('late'));
  expect((await posted).status).toBe(404);
});

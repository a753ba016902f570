import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { LoopbackNetwork, PUBLIC_IP, type TestServer } from './fixtures/loopback-network.ts';
import { createConnections } from './guarded-connections.ts';
import { createHttpHop } from './http-hop.ts';

const network = new LoopbackNetwork();
afterEach(() => network.close());

/** @param idleMs how long an idle connection stays open */
function hopThrough(maxOpen: number, idleMs?: number) {
  const connections = createConnections({
    resolve: async () => [PUBLIC_IP],
    ipRule: () => undefined,
    local: false,
    maxOpen,
    idleMs,
  });
  const hop = createHttpHop(connections);
  const ask = (server: TestServer) =>
    hop({
      url: new URL(`http://api.example:${server.port}/`),
      method: 'GET',
      headers: {},
      maxBytes: 1000,
      bodyMode: () => 'read' as const,
      mayRetry: () => true,
      signal: new AbortController().signal,
    });
  return { ask, close: () => connections.close() };
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const servers = () => Promise.all(Array.from({ length: 5 }, () => network.serve(OK)));

test('closes idle connections over the limit, least recently used first', async () => {
  const [first, second, third, ...others] = await servers();
  if (!first || !second || !third) throw new Error('There are five servers.');
  const { ask, close } = hopThrough(3, 300_000);
  for (const server of [first, second, third, first, ...others]) await ask(server);

  const open = () => [first, second, third, ...others].map(server => server.sockets.size);
  await expect.poll(open).toEqual([1, 0, 0, 1, 1]);
  await close();
});

test('keeps all connections in use', async () => {
  const { ask, close } = hopThrough(1);
  const answers = await Promise.all((await servers()).map(ask));
  expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill('response'));
  await close();
});

test('waits for an IP address longer than for a lost packet, before it tries the next one', async () => {
  const connect = vi.spyOn(net, 'connect');
  const { ask, close } = hopThrough(1);
  await ask(await network.serve(OK));
  const [options] = connect.mock.calls[0] ?? [];
  expect(options).toMatchObject({ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1250 });
  await close();
  connect.mockRestore();
});

test('closes an idle connection after a second', async () => {
  const server = await network.serve(OK);
  const { ask, close } = hopThrough(3);
  await ask(server);
  expect(server.sockets.size).toBe(1);
  await expect.poll(() => server.sockets.size).toBe(0);
  await close();
});

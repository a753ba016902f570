import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type ConnectionLimit, createConnectionLimit, getOpenFileLimit } from './connection-limit.ts';
import { type RunningServer, serveApp } from './server.ts';

const MINUTE = 60_000;

interface Observed {
  readonly limit: ConnectionLimit;
  readonly warnings: string[];
  readonly drops: () => number;
}

let now = 0;

function observed(openFiles: number | undefined): Observed {
  const warnings: string[] = [];
  let drops = 0;
  const limit = createConnectionLimit(openFiles, {
    onDrop: () => drops++,
    onWarning: message => warnings.push(message),
    now: () => now,
  });
  return { limit, warnings, drops: () => drops };
}

let server: RunningServer | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
  server = undefined;
});

test.each([
  [20_000, 9872],
  [1024, 384],
  [128, 32],
  [2, 1],
  [undefined, undefined],
])('reserves file descriptors for other work: of %s open files, %s are connections', (openFiles, max) => {
  const { limit, warnings } = observed(openFiles);
  expect(limit.max).toBe(max);
  expect(warnings).toHaveLength(openFiles !== undefined && openFiles < 1024 ? 1 : 0);
});

test('finds the limit of open files of this process', () => {
  const limit = getOpenFileLimit();
  if (process.platform === 'linux') expect(limit ?? 1024).toBeGreaterThan(0);
  else expect(['number', 'undefined']).toContain(typeof limit);
});

test('closes connections over the limit, reports them, and accepts others afterwards', async () => {
  const { limit, warnings, drops } = observed(16);
  server = await serveApp({ fetch: () => new Response('OK') }, '127.0.0.1', 0, { connectionLimit: limit });
  const { port } = new URL(server.address);
  const open = async () => {
    const socket = connect(Number(port), '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  for (let count = 0; count < 4; count++) await open();
  expect(limit.problems()).toEqual([]);

  await once((await open()).resume(), 'close');
  expect(drops()).toBe(1);
  expect(limit.problems()).toEqual([expect.stringContaining('had 4 open ones, its maximum')]);
  expect(warnings.at(-1)).toMatch(/^Closed new connections: 1\. .* LimitNOFILE=/);

  const [first] = sockets.splice(0, 1);
  first?.end('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  if (first) await once(first.resume(), 'close');
  const response = await fetch(server.address);
  expect(await response.text()).toBe('OK');
});

test('logs closed connections at most once a minute, and reports the problem for five minutes', () => {
  const { limit, warnings, drops } = observed(2000);
  now = 10 * MINUTE;
  for (let count = 0; count < 3; count++) limit.recordDrop();
  now += MINUTE;
  limit.recordDrop();
  expect(drops()).toBe(4);
  expect(warnings.map(text => /\d+/.exec(text)?.[0])).toEqual(['1', '3']);
  now += 5 * MINUTE;
  expect(limit.problems()).toHaveLength(1);
  now += 1;
  expect(limit.problems()).toEqual([]);
});

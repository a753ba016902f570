import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { createMemorySessions, type MemorySessions } from '#mcp/sse/memory-sessions.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import { openSocket, sendRaw, statusesOf } from './raw-request.fixture.ts';

const MOST_OF_ONE = 256;

let server: RunningServer;
let sessions: MemorySessions;

beforeEach(async () => {
  sessions = createMemorySessions({ maxStreamsPerClient: MOST_OF_ONE });
  const app = createApp({
    addresses,
    assets: { fetch: async () => undefined },
    catalog: () => createMemoryCatalog([]),
    mcp: { sessions },
  });
  server = await serveApp(app, '127.0.0.1', 0);
});
afterEach(() => server.close());

const GET = (target: string) => `GET ${target} HTTP/1.1\r\nHost: registry.example\r\nAccept: text/event-stream\r\n\r\n`;

/** Opens connections, sends bytes over each, and closes them after sending. */
async function sendAndLeave(count: number, bytes: string): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) {
    const batch = Array.from({ length: Math.min(50, count - sent) }, async () => {
      const socket = openSocket(server.address);
      const closed = once(socket, 'close');
      socket.on('error', () => undefined);
      socket.write(Buffer.from(bytes, 'latin1'), () => socket.destroy());
      await closed;
    });
    await Promise.all(batch);
  }
}

/** Opens a stream and keeps it open until `leave`. */
async function openStream(from?: string): Promise<{ readonly status: number | undefined; leave(): void }> {
  const socket = openSocket(server.address, from);
  socket.write(GET('/mcp'));
  let text = '';
  while (!text.includes('\r\n\r\n')) text += String((await once(socket, 'data'))[0]);
  return { status: statusesOf(text)[0], leave: () => void socket.destroy() };
}

describe('an event stream ends with its socket', () => {
  test.each([
    ['a target in raw UTF-8', '/mcp?\xc3\xa9'],
    ['a well-formed target', '/mcp'],
  ])('for %s, 1,100 times', async (_, target) => {
    await sendAndLeave(1_100, GET(target));
    await expect.poll(() => sessions.size).toBe(0);
    const other = await openStream('127.0.0.2');
    expect(other.status).toBe(200);
    other.leave();
  });

  test('for streams that wait behind another stream on one connection', async () => {
    const socket = openSocket(server.address);
    socket.write(GET('/mcp').repeat(20));
    // The server processes four requests of a connection at once. The others never open a stream.
    await expect.poll(() => sessions.size).toBe(4);
    socket.destroy();
    await expect.poll(() => sessions.size).toBe(0);
  });

  test('for a stream behind a request in raw UTF-8', async () => {
    await sendAndLeave(50, GET('/mcp') + GET('/mcp?\xc3\xa9'));
    await expect.poll(() => sessions.size).toBe(0);
  });
});

test('opens no stream for a target in raw UTF-8', async () => {
  expect(statusesOf(await sendRaw(server.address, GET('/mcp?\xc3\xa9')))).toEqual([400]);
  await expect.poll(() => sessions.size).toBe(0);
});

test('opens no stream in raw UTF-8 for a page of another origin', async () => {
  const request = GET('/mcp?\xc3\xa9').replace('Accept:', 'Origin: https://evil.example\r\nAccept:');
  expect(statusesOf(await sendRaw(server.address, request))).toEqual([403]);
});

test('limits the streams of one client, so that others can open streams', async () => {
  const streams = await Promise.all(Array.from({ length: MOST_OF_ONE }, () => openStream()));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  expect((await openStream()).status).toBe(503);
  expect(statusesOf(await sendRaw(server.address, GET('/mcp?\xc3\xa9')))).toEqual([503]);
  const other = await openStream('127.0.0.2');
  expect(other.status).toBe(200);
  for (const { leave } of [...streams, other]) leave();
  await expect.poll(() => sessions.size).toBe(0);
});

test('shares one limit among requests without a known client', async () => {
  const limited = createMemorySessions({ maxStreamsPerClient: 1 });
  expect(await limited.open(id => id, {})).toBeDefined();
  expect(await limited.open(id => id, {})).toBeUndefined();
});

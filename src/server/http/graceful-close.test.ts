import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createGracefulClose } from './graceful-close.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.closeAllConnections();
});

describe('close', () => {
  test('lets a response in flight finish, and ends its connection', async () => {
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    const { port, close } = await serve(async (_, outgoing) => {
      await finish;
      outgoing.end('whole');
    });
    const client = await send(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => client.requests()).toBe(1);
    const closing = close();
    await expect(send(port, '')).rejects.toThrow(/ECONNREFUSED/);
    resolve();
    await closing;
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n[\s\S]+whole/);
  });

  test('lets a body arrive that is being uploaded', async () => {
    const { port, close } = await serve(async (incoming, outgoing) => {
      let body = '';
      for await (const chunk of incoming) body += chunk;
      outgoing.end(body);
    });
    const client = await send(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
    await expect.poll(() => client.requests()).toBe(1);
    const closing = close();
    client.socket.write('cd');
    await closing;
    await client.closed;
    expect(client.text()).toMatch(/abcd/);
  });

  test('ends event streams and idle connections without delay', async () => {
    const { port, close } = await serve((incoming, outgoing) => {
      if (incoming.url === '/idle') return void outgoing.end('done');
      outgoing.setHeader('X-Request-Id', '1');
      outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
    });
    const idle = await send(port, 'GET /idle HTTP/1.1\r\nHost: a\r\n\r\n');
    const stream = await send(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const silent = await send(port, '');
    await expect.poll(() => idle.text() + stream.text()).toMatch(/done[\s\S]*data: 1/);
    // The grace is longer than the test may take.
    await close(3_600_000);
    await Promise.all([idle.closed, stream.closed, silent.closed]);
    // The last chunk: the client sees an end, and no broken connection.
    expect(stream.text()).toMatch(/\r\n0\r\n\r\n$/);
  });

  test('cuts off a response that does not finish in time', async () => {
    const { port, close } = await serve(() => undefined);
    const client = await send(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => client.requests()).toBe(1);
    await close(50);
    await client.closed;
    expect(client.text()).toBe('');
  });

  test('does the same for each call', async () => {
    const { close } = await serve(() => undefined);
    await Promise.all([close(), close()]);
  });
});

let requests = 0;

async function serve(listener: RequestListener): Promise<{ port: number; close: (graceMs?: number) => Promise<void> }> {
  requests = 0;
  const server = createServer((incoming, outgoing) => {
    requests++;
    listener(incoming, outgoing);
  });
  servers.push(server);
  const close = createGracefulClose(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close };
}

async function send(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', chunk => (received += chunk));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  if (text !== '') socket.write(text);
  return {
    socket,
    requests: () => requests,
    text: () => received,
    closed: new Promise<void>(resolve => void socket.once('close', () => resolve())),
  };
}

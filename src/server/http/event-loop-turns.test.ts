import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { textResponse } from '#edge/http/response.ts';
import { createEventLoopTurns } from './event-loop-turns.ts';
import { type RunningServer, serveApp } from './server.ts';

let server: RunningServer | undefined;
afterEach(() => server?.close(0));

test('processes requests at once until a turn of the event loop has taken too long', async () => {
  const turns = createEventLoopTurns();
  expect(turns.wait()).toBeUndefined();
  work(25);
  const order: number[] = [];
  const waits = [1, 2, 3].map(async n => {
    const wait = turns.wait();
    expect(wait).toBeInstanceOf(Promise);
    await wait;
    order.push(n);
  });
  for (let turn = 1; turn <= 3; turn++) {
    await nextTurn();
    expect(order.length).toBeLessThanOrEqual(turn);
  }
  await Promise.all(waits);
  expect(order).toEqual([1, 2, 3]);
  await nextTurn();
  expect(turns.wait()).toBeUndefined();
});

test('gives timers a turn between the requests of a burst', async () => {
  let turns = 0;
  const turnsAt: number[] = [];
  const count = () => {
    turns += 1;
    counter = setImmediate(count);
  };
  let counter = setImmediate(count);
  server = await serveApp(
    {
      fetch: async () => {
        work(25);
        turnsAt.push(turns);
        return textResponse('rain', 'text/plain', { 'Cache-Control': 'no-store' });
      },
    },
    '127.0.0.1',
    0,
  );
  const port = Number(new URL(server.address).port);
  const sockets = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(REQUEST);
      await once(socket, 'data');
      return socket;
    }),
  );
  turnsAt.length = 0;
  // All requests are readable in the same turn.
  for (const socket of sockets) socket.write(REQUEST);
  await vi.waitFor(() => expect(turnsAt).toHaveLength(12), 20_000);
  clearImmediate(counter);
  for (const socket of sockets) socket.destroy();
  // One before the counter of a turn, and one after it.
  for (const same of Map.groupBy(turnsAt, turn => turn).values()) expect(same.length).toBeLessThanOrEqual(2);
});

const REQUEST = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** Uses the processor for a time, in milliseconds. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { descendantsOf, isRunning, killServers, startServer } from './server-process.fixture.ts';
import { createSlowPublisher, type SlowPublisher } from './slow-publisher.fixture.ts';

let folder: string;
let settings: { DATA_DIR: string; REGISTRY_DIR: string };
let publisher: SlowPublisher;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shutdown-'));
  settings = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  await mkdir(settings.REGISTRY_DIR);
  publisher = await createSlowPublisher();
});

afterEach(async () => {
  killServers();
  await publisher.close();
  await rm(folder, { recursive: true, force: true });
});

describe('SIGTERM', () => {
  test('to npm start ends the server, what it started, and npm, with status 0', async () => {
    const npm = startServer(settings, ['npm', 'start']);
    const address = await npm.ready();
    const processes = descendantsOf(npm.pid);
    expect(processes.map(({ command }) => command).join('\n')).toMatch(/scripts\/start\.ts/);
    npm.kill('SIGTERM');
    expect(await npm.ended).toBe(0);
    expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
    await expect(fetch(address)).rejects.toThrow();
  });

  test('lets a request in flight finish, ends event streams and idle connections, and rejects new ones', async () => {
    const server = startServer(settings);
    const address = await server.ready();
    const idle = connect(Number(new URL(address).port), '127.0.0.1');
    idle.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await once(idle, 'data');
    const idleClosed = once(idle, 'close');
    const stream = await fetch(`${address}/mcp`, { headers: { Accept: 'text/event-stream' } });
    expect(stream.headers.get('Content-Type')).toMatch(/^text\/event-stream/);
    const validation = fetch(`${address}/validate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: publisher.origin }),
    });
    await publisher.asked;

    server.kill('SIGTERM');
    await idleClosed;
    // It is whole: the server ended it, and did not cut it off.
    expect(await stream.text()).toMatch(/^event: endpoint/);
    await expect(fetch(`${address}/health`)).rejects.toThrow();
    publisher.release();
    const response = await validation;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ url: publisher.origin });
    expect(await server.ended).toBe(0);
  });
});

import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { descendantsOf, isRunning } from '#store/processes/stop-process.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { startServer, stopServers } from './server-process.fixture.ts';
import { createSlowPublisher, type SlowPublisher } from './slow-publisher.fixture.ts';

let folder: string;
let settings: { DATA_DIR: string; REGISTRY_DIR: string };
let publisher: SlowPublisher;

beforeEach(async () => {
  folder = await makeTemporaryFolder('shutdown-');
  settings = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  await mkdir(settings.REGISTRY_DIR);
  publisher = await createSlowPublisher();
});

afterEach(async () => {
  await stopServers();
  await publisher.close();
  await removeFolder(folder);
});

describe('SIGTERM', () => {
  test('ends npm start, the server, and all child processes with status 0', async () => {
    const npm = startServer(settings, ['npm', 'start']);
    const address = await npm.ready();
    const processes = descendantsOf(npm.pid);
    expect(processes.map(({ command }) => command).join('\n')).toMatch(/scripts\/start\.ts/);
    npm.kill('SIGTERM');
    expect(await npm.ended).toBe(0);
    expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
    await expect(fetch(address)).rejects.toThrow();
  });

  test('completes running requests, ends event streams and idle connections, and rejects new connections', async () => {
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
    // The stream is complete: the server ended it instead of aborting it.
    expect(await stream.text()).toMatch(/^event: endpoint/);
    await expect(fetch(`${address}/health`)).rejects.toThrow();
    publisher.release();
    const response = await validation;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ url: publisher.origin });
    expect(await server.ended).toBe(0);
  });
});

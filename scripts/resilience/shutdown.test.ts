import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { descendantsOf, isRunning, killServers, startServer } from './server-process.fixture.ts';

/** Milliseconds within which a server exits, with room for a busy machine. */
const EXIT_WITHIN_MS = 8000;

let folder: string;
let settings: { DATA_DIR: string; REGISTRY_DIR: string };
let publisher: Server;
let publisherOrigin: string;
/** Resolves when the publisher may respond. */
let release: () => void;
let asked: Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shutdown-'));
  settings = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  await mkdir(settings.REGISTRY_DIR);
  const released = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  release = released.resolve;
  asked = arrived.promise;
  publisher = createServer(async (_, outgoing) => {
    arrived.resolve();
    await released.promise;
    outgoing.setHeader('Content-Type', 'application/json').end(JSON.stringify(sampleManifest()));
  });
  await new Promise<void>(resolve => publisher.listen(0, '127.0.0.1', resolve));
  publisherOrigin = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
});

afterEach(async () => {
  killServers();
  publisher.closeAllConnections();
  await new Promise(resolve => publisher.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

describe.each(['SIGTERM', 'SIGINT'] as const)('%s to npm start', signal => {
  test('ends the server, what it started, and npm, with status 0', async () => {
    const npm = startServer(settings, ['npm', 'start']);
    const address = await npm.ready();
    const processes = descendantsOf(npm.pid);
    expect(processes.map(({ command }) => command).join('\n')).toMatch(/scripts\/start\.ts/);
    npm.kill(signal);
    expect(await npm.ended).toBe(0);
    expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
    await expect(fetch(address)).rejects.toThrow();
  });
});

describe('SIGTERM', () => {
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
      body: JSON.stringify({ url: publisherOrigin }),
    });
    await asked;

    server.kill('SIGTERM');
    await idleClosed;
    // Whole, although it has no end of its own.
    expect(await stream.text()).toMatch(/^event: endpoint/);
    await expect(fetch(`${address}/health`)).rejects.toThrow();
    release();
    const response = await validation;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ url: publisherOrigin });
    expect(await server.ended).toBe(0);
  });

  test('exits within 8 seconds although a request does not finish and a submission is being checked', async () => {
    const server = startServer(settings);
    const address = await server.ready();
    const post = (route: string) =>
      fetch(`${address}${route}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: publisherOrigin }),
      });
    expect((await post('/listings/submit')).status).toBe(202);
    const validation = post('/validate');
    validation.catch(() => undefined);
    await asked;
    const status = await exitAfterSigterm(server);
    expect(status).toBe(0);
    await expect(validation).rejects.toThrow();
  });

  test('aborts a page build, and leaves none of its processes running', async () => {
    for (let number = 0; number < 400; number++)
      await writeRecord(settings.REGISTRY_DIR, sampleRecord(`https://api${number}.example`));
    const server = startServer(settings);
    const children = () =>
      descendantsOf(server.pid)
        .map(({ command }) => command)
        .join('\n');
    await expect.poll(children, { timeout: 60_000 }).toMatch(/scripts\/build\/site\/(render|compile)\.ts/);
    const processes = descendantsOf(server.pid);
    const status = await exitAfterSigterm(server);
    expect(status).toBe(0);
    expect(server.text()).toBe('');
    await expect.poll(() => processes.filter(({ pid }) => isRunning(pid))).toEqual([]);

    // What the abort left half built is no obstacle.
    const next = startServer(settings);
    const page = await fetch(`${await next.ready()}/apis/api7.example/`);
    expect(page.status).toBe(200);
  });
});

async function exitAfterSigterm(server: ReturnType<typeof startServer>): Promise<number | null> {
  const begun = performance.now();
  server.kill('SIGTERM');
  const status = await server.ended;
  expect(performance.now() - begun).toBeLessThan(EXIT_WITHIN_MS);
  return status;
}

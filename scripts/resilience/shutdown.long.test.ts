import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { descendantsOf, isRunning, killServers, type ServerProcess, startServer } from './server-process.fixture.ts';
import { createSlowPublisher } from './slow-publisher.fixture.ts';

/** Milliseconds within which a server exits. It exits by itself after 7.5 seconds at the latest. */
const EXIT_WITHIN_MS = 8000;

/** Enough that a page build takes longer than a test needs to see it. */
const LISTINGS = 400;

let folder: string;
let settings: { DATA_DIR: string; REGISTRY_DIR: string };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shutdown-long-'));
  settings = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  await writeRecord(settings.REGISTRY_DIR, sampleRecord('https://api0.example'));
});

afterEach(async () => {
  killServers();
  await rm(folder, { recursive: true, force: true });
});

test('SIGINT to npm start ends the server, what it started, and npm, with status 0', async () => {
  const npm = startServer(settings, ['npm', 'start']);
  await npm.ready();
  const processes = descendantsOf(npm.pid);
  npm.kill('SIGINT');
  expect(await npm.ended).toBe(0);
  expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
});

describe('SIGTERM', () => {
  test('ends a server within 8 seconds although a request and the check of a submission do not finish', async () => {
    const publisher = await createSlowPublisher();
    const server = startServer(settings);
    const address = await server.ready();
    const post = (route: string) =>
      fetch(`${address}${route}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: publisher.origin }),
      });
    expect((await post('/listings/submit')).status).toBe(202);
    const validation = post('/validate');
    validation.catch(() => undefined);
    await publisher.asked;
    expect(await exitStatus(server)).toBe(0);
    await expect(validation).rejects.toThrow();
    await publisher.close();
  });

  test('aborts the page build of a start, and leaves none of its processes running', async () => {
    for (let number = 1; number < LISTINGS; number++)
      await writeRecord(settings.REGISTRY_DIR, sampleRecord(`https://api${number}.example`));
    const server = startServer(settings);
    const commands = () => descendantsOf(server.pid).map(({ command }) => command);
    await expect.poll(() => commands().join('\n'), { timeout: 60_000 }).toMatch(/build\/site\/(render|compile)\.ts/);
    const processes = descendantsOf(server.pid);
    expect(await exitStatus(server)).toBe(0);
    expect(server.text()).toBe('');
    await expect.poll(() => processes.filter(({ pid }) => isRunning(pid))).toEqual([]);

    // What the abort left half built does not prevent the next start.
    const page = await fetch(`${await startServer(settings).ready()}/apis/api7.example/`);
    expect(page.status).toBe(200);
  });
});

/** Sends SIGTERM and waits for the end, which has to come in time. */
async function exitStatus(server: ServerProcess): Promise<number | null> {
  const begun = performance.now();
  server.kill('SIGTERM');
  const status = await server.ended;
  expect(performance.now() - begun).toBeLessThan(EXIT_WITHIN_MS);
  return status;
}

import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { descendantsOf, isRunning } from '#store/processes/stop-process.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type ServerProcess, startServer, stopServers } from './server-process.fixture.ts';
import { createSlowPublisher } from './slow-publisher.fixture.ts';

/**
 * The time limit of a shutdown in milliseconds. The server exits by itself after at most 7.5 seconds, and a busy machine
 * needs longer. The hanging request and check would take minutes.
 */
const EXIT_WITHIN_MS = 30_000;

/** Enough listings that a test can observe the page build. */
const LISTINGS = 400;

let folder: string;
let settings: { DATA_DIR: string; REGISTRY_DIR: string };

beforeEach(async () => {
  folder = await makeTemporaryFolder('shutdown-long-');
  settings = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  await writeRecord(settings.REGISTRY_DIR, sampleRecord('https://api0.example'));
});

afterEach(async () => {
  await stopServers();
  await removeFolder(folder);
});

test('ends npm start, the server, and all child processes with status 0 on SIGINT', async () => {
  const npm = startServer(settings, ['npm', 'start']);
  await npm.ready();
  const processes = descendantsOf(npm.pid);
  npm.kill('SIGINT');
  expect(await npm.ended).toBe(0);
  expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
});

describe('SIGTERM', () => {
  test('ends a server in time while a request and a check hang', async () => {
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

  test('aborts the page build at startup, and leaves no process running', async () => {
    for (let number = 1; number < LISTINGS; number++)
      await writeRecord(settings.REGISTRY_DIR, sampleRecord(`https://api${number}.example`));
    const server = startServer(settings);
    const commands = () => descendantsOf(server.pid).map(({ command }) => command);
    await expect
      .poll(() => commands().join('\n'))
      .toMatch(/\/(build\/site|bundles\/[\w-]+)\/(render|compile)\.m?[jt]s/);
    const processes = descendantsOf(server.pid);
    expect(await exitStatus(server)).toBe(0);
    // It reports that the API responds, and no error.
    expect(server.text()).toMatch(/^(The API responds at \S+ The pages are being built\.\n)?$/);
    await expect.poll(() => processes.filter(({ pid }) => isRunning(pid))).toEqual([]);

    // The unfinished build does not prevent the next start.
    const page = await fetch(`${await startServer(settings).ready()}/apis/api7.example/`);
    expect(page.status).toBe(200);
  });
});

/** Sends SIGTERM and requires the server to end within the time limit. */
async function exitStatus(server: ServerProcess): Promise<number | null> {
  const begun = performance.now();
  server.kill('SIGTERM');
  const status = await server.ended;
  expect(performance.now() - begun).toBeLessThan(EXIT_WITHIN_MS);
  return status;
}

import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { openSocket } from './raw-request.fixture.ts';
import { type ServerProcess, startServer, stopServers } from './server-process.fixture.ts';
import { createSlowPublisher } from './slow-publisher.fixture.ts';

const FIXTURE = path.join(import.meta.dirname, 'uncaught-errors.fixture.ts');

let folder: string;
let server: ServerProcess;
let silent: ServerProcess;
let address: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('uncaught-errors-');
  await mkdir(path.join(folder, 'registry'));
  const settings = { REGISTRY_DIR: path.join(folder, 'registry'), DATA_DIR: path.join(folder, 'data') };
  server = startServer(settings, [process.execPath, '--import', FIXTURE, 'scripts/start.ts']);
  silent = startServer({ ...settings, DATA_DIR: path.join(folder, 'other'), REQUEST_LOG: 'on' });
  address = await server.ready();
});
afterAll(async () => {
  await stopServers();
  await removeFolder(folder);
});

test('an uncaught rejection is logged, and the server continues', async () => {
  server.kill('SIGUSR2');
  await server.wrote(/injected rejection/);
  expect((await fetch(`${address}/health`)).status).toBe(200);
});

test('a closed log does not stop the server', async () => {
  const url = await silent.ready();
  silent.closeOutput();
  for (let sent = 0; sent < 20; sent += 1) expect((await fetch(`${url}/health`)).status).toBe(200);
  silent.kill('SIGTERM');
  expect(await silent.ended).toBe(0);
});

test('an uncaught exception is logged, and the server finishes its requests and exits with status 1', async () => {
  const publisher = await createSlowPublisher();
  const headers = { 'Content-Type': 'application/json' };
  const validation = fetch(`${address}/validate`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: publisher.origin }),
  });
  await publisher.asked;
  server.kill('SIGWINCH');
  await server.wrote(/An uncaught exception stops the server/);
  await expect.poll(() => isRefused(address)).toBe(true);
  publisher.release();
  expect((await validation).status).toBe(200);
  expect(await server.ended).toBe(1);
  await publisher.close();
});

async function isRefused(url: string): Promise<boolean> {
  const socket = openSocket(url);
  const refused = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true);
  socket.destroy();
  return refused;
}

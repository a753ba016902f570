import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { startServer, stopServers } from './server-process.fixture.ts';

let folder: string;
let settings: { DATA_DIR: string; REGISTRY_DIR: string };

beforeAll(async () => {
  folder = await makeTemporaryFolder('git-missing-');
  settings = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  await mkdir(path.join(folder, 'no-git'));
  await writeRecord(settings.REGISTRY_DIR, sampleRecord('https://own.example'));
});

afterAll(async () => {
  await stopServers();
  await removeFolder(folder);
});

test('serves existing data read-only without git, and reports it', async () => {
  const withGit = startServer(settings);
  expect(await health(await withGit.ready())).toMatchObject({ status: 'healthy' });
  withGit.kill('SIGTERM');
  expect(await withGit.ended).toBe(0);

  // Not in its data: without git, the server cannot import changes of the registry folder.
  await writeRecord(settings.REGISTRY_DIR, sampleRecord('https://shipped.example'));
  const server = startServer({ ...settings, PATH: path.join(folder, 'no-git') });
  const address = await server.ready();
  expect(server.text()).toMatch(/git is not installed, so this registry is read-only/);
  expect(await health(address)).toMatchObject({
    status: 'degraded',
    data: { status: 'degraded', listings: 1, problems: [expect.stringContaining('git is not installed')] },
  });
  expect((await fetch(`${address}/listings/own.example`)).status).toBe(200);
  expect((await fetch(`${address}/listings/shipped.example`)).status).toBe(404);
  const submission = await fetch(`${address}/listings/submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://new.example' }),
  });
  expect(submission.status).toBe(501);

  const second = startServer(settings);
  expect(await second.ended).toBe(2);
  expect(second.text()).toMatch(/used by another server/);
});

test('serves the records of the registry folder without git and without data', async () => {
  const server = startServer({
    ...settings,
    DATA_DIR: path.join(folder, 'new'),
    PATH: path.join(folder, 'no-git'),
  });
  const address = await server.ready();
  expect(await health(address)).toMatchObject({ status: 'degraded' });
  expect((await fetch(`${address}/listings/own.example`)).status).toBe(200);
});

async function health(address: string): Promise<unknown> {
  return (await fetch(`${address}/health`)).json();
}

import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type ServerProcess, startServer, stopServers } from './server-process.fixture.ts';

let folder: string;
let settings: { DATA_DIR: string; REGISTRY_DIR: string };
let first: ServerProcess;
let address: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('two-containers-');
  settings = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  await writeRecord(settings.REGISTRY_DIR, sampleRecord('https://one.example'));
  await mkdir(path.join(folder, 'no-git'));
  first = startServer(settings);
  address = await first.ready();
});

afterAll(async () => {
  await stopServers();
  await removeFolder(folder);
});

const BUSY = /^The data directory \S+ is used by another server \(process \d+ on \S+\)\. Stop it, or set DATA_DIR/;

describe('a data directory in use', () => {
  test('rejects the start of a second server', async () => {
    const second = startServer(settings);
    expect(await second.ended).toBe(2);
    expect(second.text()).toMatch(BUSY);
  });

  test('rejects the start of a server in another container with different process ids', async () => {
    // In another pid namespace, the process id of the file belongs to no process, or to the server itself.
    for (const pid of [4_194_303, process.pid]) {
      await writeFile(path.join(settings.DATA_DIR, 'lock.json'), JSON.stringify({ pid, host: 'other-container' }));
      const second = startServer(settings);
      expect(await second.ended).toBe(2);
      expect(second.text()).toMatch(BUSY);
    }
  });

  test('rejects the start of a server without git, and does not change the build', async () => {
    const before = await built();
    const second = startServer({ ...settings, PATH: path.join(folder, 'no-git') });
    expect(await second.ended).toBe(2);
    expect(second.text()).toMatch(BUSY);
    expect(await built()).toEqual(before);
  });

  test('rejects the start of a server with submissions to GitHub', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const second = startServer({
      ...settings,
      GITHUB_REPOSITORY: 'owner/name',
      SUBMISSION_APP_ID: '1',
      SUBMISSION_APP_INSTALLATION_ID: '1',
      SUBMISSION_APP_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    });
    expect(await second.ended).toBe(2);
    expect(second.text()).toMatch(BUSY);
  });

  test('starts a server on a copy of the data directory', async () => {
    const copy = path.join(folder, 'copy');
    execFileSync('cp', ['-R', settings.DATA_DIR, copy]);
    const second = startServer({ ...settings, DATA_DIR: copy });
    expect((await fetch(`${await second.ready()}/listings/one.example`)).status).toBe(200);
    second.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  test('keeps serving requests', async () => {
    expect((await fetch(`${address}/listings/one.example`)).status).toBe(200);
  });
});

test('releases the lock of a killed server', async () => {
  const own = { ...settings, DATA_DIR: path.join(folder, 'killed') };
  const killed = startServer(own);
  await killed.ready();
  killed.kill('SIGKILL');
  await killed.ended;
  const next = startServer(own);
  await next.ready();
  next.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(await readdir(own.DATA_DIR)).not.toContain('lock.json');
});

async function built(): Promise<unknown[]> {
  const files = (await readdir(path.join(settings.DATA_DIR, 'built'), { recursive: true })).toSorted();
  return Promise.all(
    files.map(async file => [file, (await stat(path.join(settings.DATA_DIR, 'built', file))).mtimeMs]),
  );
}

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { killServers, type ServerProcess, startServer } from './server-process.fixture.ts';

let folder: string;
let settings: { DATA_DIR: string; REGISTRY_DIR: string };
let first: ServerProcess;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'two-containers-'));
  settings = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  await writeRecord(settings.REGISTRY_DIR, sampleRecord('https://one.example'));
  await mkdir(path.join(folder, 'no-git'));
  first = startServer(settings);
  address = await first.ready();
});

afterAll(async () => {
  killServers();
  await rm(folder, { recursive: true, force: true });
});

const BUSY = /^The data directory \S+ is used by another server \(process \d+ on \S+\)\. Stop it, or set DATA_DIR/;

describe('while a server uses the data directory', () => {
  test('a second server refuses to start', async () => {
    const second = startServer(settings);
    expect(await second.ended).toBe(2);
    expect(second.text()).toMatch(BUSY);
  });

  test('a server in another container refuses to start, where the process id of the first means nothing', async () => {
    // From another pid namespace, the file looks like this: its process does not exist there, or is this very process.
    for (const pid of [4_194_303, process.pid]) {
      await writeFile(path.join(settings.DATA_DIR, 'lock.json'), JSON.stringify({ pid, host: 'other-container' }));
      const second = startServer(settings);
      expect(await second.ended).toBe(2);
      expect(second.text()).toMatch(BUSY);
    }
  });

  test('a server without git refuses to start, and leaves the build alone', async () => {
    const before = await built();
    const second = startServer({ ...settings, PATH: path.join(folder, 'no-git') });
    expect(await second.ended).toBe(2);
    expect(second.text()).toMatch(BUSY);
    expect(await built()).toEqual(before);
  });

  test('a server with submissions to GitHub refuses to start', async () => {
    const second = startServer({
      ...settings,
      GITHUB_REPOSITORY: 'owner/name',
      SUBMISSION_APP_ID: '1',
      SUBMISSION_APP_INSTALLATION_ID: '1',
      SUBMISSION_APP_PRIVATE_KEY: 'key',
    });
    expect(await second.ended).toBe(2);
    expect(second.text()).toMatch(BUSY);
  });

  test('a server starts on a copy of the data directory', async () => {
    const copy = path.join(folder, 'copy');
    execFileSync('cp', ['-R', settings.DATA_DIR, copy]);
    const second = startServer({ ...settings, DATA_DIR: copy });
    expect((await fetch(`${await second.ready()}/listings/one.example`)).status).toBe(200);
    second.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  test('it serves on', async () => {
    expect((await fetch(`${address}/listings/one.example`)).status).toBe(200);
  });
});

test('a killed server does not hold the lock', async () => {
  first.kill('SIGKILL');
  await first.ended;
  const next = startServer(settings);
  await next.ready();
  next.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(await readdir(settings.DATA_DIR)).not.toContain('lock.json');
});

async function built(): Promise<unknown[]> {
  const files = (await readdir(path.join(settings.DATA_DIR, 'built'), { recursive: true })).toSorted();
  return Promise.all(
    files.map(async file => [file, (await stat(path.join(settings.DATA_DIR, 'built', file))).mtimeMs]),
  );
}

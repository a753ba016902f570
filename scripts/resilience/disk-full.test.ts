import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRecords } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

interface Told {
  readonly event: string;
  readonly port?: string;
  readonly id?: string;
  readonly message?: string;
  readonly retryable?: boolean;
}

/** Limits the size of files that a running process may write, to simulate a full disk. Requires Linux. */
const canFill = spawnSync('prlimit', ['--version']).status === 0;

let folder: string;
let server: ChildProcess;
let told: Told[];

beforeEach(async () => {
  folder = await makeTemporaryFolder('disk-full-');
  await mkdir(path.join(folder, 'registry'));
  await start();
});

afterEach(async () => {
  await stop();
  await removeFolder(folder);
});

test.skipIf(!canFill)('loses no accepted submission on a full disk and recovers when there is space', async () => {
  submit(2001);
  await telling('approved', 2001);

  // The disk fills up during a check: neither the change nor the decision can be stored, so none is reported.
  submit(2002);
  await telling('taken', 2002);
  limitFiles('0');
  await expect.poll(() => told.filter(({ event }) => event === 'fault').length).toBe(2);
  expect(told.filter(({ port }) => port === '2002')).toMatchObject([{ event: 'taken' }]);

  // The disk is full from the start: the server rejects the submission with an error.
  submit(2003);
  expect((await telling('refused', 2003)).message).toMatch(/cannot store submissions/);

  limitFiles('unlimited');
  expect(await telling('rejected', 2002)).toMatchObject({ retryable: true });
  for (const port of [2002, 2003]) submit(port);
  for (const port of [2002, 2003]) await telling('approved', port);

  await stop();
  expect(
    execFileSync('git', ['fsck', '--strict', '--full', '--no-dangling'], {
      cwd: checkout(),
      stdio: 'pipe',
    }).toString(),
  ).toBe('');
  expect(await records()).toEqual(['localhost_2001', 'localhost_2002', 'localhost_2003']);

  await start();
  submit(2001);
  await telling('approved', 2001);
});

async function start(): Promise<void> {
  told = [];
  const fixture = path.join(import.meta.dirname, 'small-registry.fixture.ts');
  server = spawn(process.execPath, [fixture, path.join(folder, 'data'), path.join(folder, 'registry')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (server.stdout) createInterface({ input: server.stdout }).on('line', line => told.push(JSON.parse(line)));
  await expect.poll(() => told.map(({ event }) => event)).toContain('ready');
}

async function stop(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'close');
  server.kill('SIGKILL');
  await ended;
}

function submit(port: number): void {
  server.stdin?.write(`${port}\n`);
}

/** Waits until the server reports this event for the port. */
async function telling(event: string, port: number): Promise<Told> {
  const find = () => told.find(each => each.event === event && each.port === String(port));
  await expect.poll(() => find() ?? told).toMatchObject({ event });
  const found = find();
  if (!found) throw new Error(`The event ${event} for ${port} is missing.`);
  return found;
}

function limitFiles(size: string): void {
  execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${size}:unlimited`]);
}

function checkout(): string {
  return path.join(folder, 'data', 'repository');
}

async function records(): Promise<string[]> {
  const ids: string[] = [];
  for await (const record of readRecords(checkout())) if (record.ok) ids.push(record.value.id);
  return ids.sort();
}
